"""Propositional formulas in conjunctive normal form, and their files; knows nothing of puzzles."""
