"""Proofs of what is said about all pictures at once, "unique" and "no solution", that anyone can check.

A proof is a folder with a manifest; `certificate` writes and verifies it, and leaves to the kinds of proofs in `kinds`
what stands in the other files.
"""
