"""From a puzzle to its verified pictures: the pipeline, and the methods it chooses from."""
