"""Puzzles prepared for other programs and for readers."""
