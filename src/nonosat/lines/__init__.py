"""What is still possible on the lines of a puzzle, before any search."""
