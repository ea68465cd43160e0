"""Puzzles from pictures: what is drawn in an image, an SVG of our own or a text becomes a grid of coloured cells."""
