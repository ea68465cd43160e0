"""Pages for a browser: puzzles to play and to print, as one HTML file without references to other files."""
