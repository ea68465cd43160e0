"""Puzzles from pictures, by chance, and from other puzzles by the fewest changes."""
