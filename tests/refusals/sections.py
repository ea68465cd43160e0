"""Refusals of rows, a blank line, and columns."""

REFUSALS = {
    "zero": ("1 0 1\n1\n\n1\n1\n2\n", "1:3", "block"),
    "clue too long": ("3\n\n1\n1\n", "1:1", "row 1"),
    "more blocks than cells": ("1\n\n1,1\n", "3:3", "column 1"),
    "totals": ("3\n2\n1\n\n1\n1\n3\n", "", "columns"),
}
