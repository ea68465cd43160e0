"""Puzzles from pictures: an image, an SVG that nonosat drew or a text becomes a grid of coloured cells."""
