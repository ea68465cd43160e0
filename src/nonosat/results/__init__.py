"""Presentation of puzzles and results: sentences, records, tables, files, facts, and conversion to other formats."""
