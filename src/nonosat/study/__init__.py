"""Encodings side by side: what each costs on the same puzzles, measured in child processes, as tables and curves."""
