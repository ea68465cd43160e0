"""A puzzle the way a person solves it: its solution as steps that can be followed, and how hard it is."""
