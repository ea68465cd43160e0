"""Proofs of claims about the solutions of a puzzle, which anyone can check.

`claim` lists the claims. A proof is a folder with a `manifest`. `certificate` writes and verifies it; the files besides
the manifest are those of one of the kinds of proof, and those that the claim adds. `kinds` lists the kinds, and decides
which are tried in turn; `drat` and `linear` have a writer and a checker each, which share almost no code. A checker
sees the claim as a `statement`; `claim_reader` checks what the claim adds, with `hitting_set_bound`.
"""
