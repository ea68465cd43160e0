"""Proofs that a solution is the only one, or that there is none, which anyone can check.

A proof is a folder with a manifest. `certificate` writes and verifies it; the files beside the manifest are those of
one of the kinds of proof that `kinds` lists.
"""
