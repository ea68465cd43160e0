"""What all solutions of a puzzle have in common, how many there are, and why there is none."""
