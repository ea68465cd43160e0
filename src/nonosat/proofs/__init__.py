"""Proofs of claims about the solutions of a puzzle, which anyone can check.

`claim` lists the claims. A proof is a folder with a manifest. `certificate` writes and verifies it; the files beside
the manifest are those of one of the kinds of proof that `kinds` lists, and those that the claim adds.
"""
