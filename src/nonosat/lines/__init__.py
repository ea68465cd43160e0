"""Line solving: line consistency, its fixpoint over all lines, and the automaton of a clue."""
