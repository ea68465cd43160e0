"""Proofs of what the solutions of a puzzle are, which anyone can check.

`claim` lists what can be proved. A proof is a folder with a manifest. `certificate` writes and verifies it; the files
beside the manifest are those of one of the kinds of proof that `kinds` lists, and those that the claim adds.
"""
