"""Puzzles: grids, clues, pictures, the verifier of pictures, and puzzles of random cells."""
