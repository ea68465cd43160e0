"""What a puzzle is: grids, clues, pictures, the verifier of pictures, and families of generated puzzles."""
