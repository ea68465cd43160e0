"""Propositional formulas in conjunctive normal form, and their files; knows no puzzles."""
