"""Propositional formulas in conjunctive normal form, and their files. Only `wording` knows puzzles."""
