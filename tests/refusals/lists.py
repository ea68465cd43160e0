"""Refusals of clues in other notations: what is found contradicts itself, or may not be all."""

REFUSALS = {
    "two puzzles": ("a = [[1], [1]], b = [[1], [1]],\nd = [[2], [0]]\n", "1:5", "equally likely"),
    "height": ("height = 3; rows = [[1], [1]]; cols = [[1], [1]]\n", "1:10", "3"),
    "columns": ("rows: 1, 1\ncols: 1, 1\nwidth = 5\n", "3:9", "5"),
    "cells": ("rows = [[1], [1]]; cols = [[1], [1]]\nknown = [1, 0, 0, 1]\n", "2:9", "known"),
    "weights": ("rows = [[1], [1], [0]]; cols = [[1], [1]]\nheights = [1, 2, 3]\n", "2:11", "heights"),
    "totals": ("rows: 1, 2\ncolumns: 1, 1\n", "", "columns"),
    "zero": ("rows = [[1, 0, 1], [1], [1]]\ncols = [[2], [1], [1]]\n", "1:13", "block"),
    "clue too long": ("rows: 3, 1\ncolumns: 2, 2\n", "1:7", "row 1"),
}
