"""Refusals of game IDs of Simon Tatham's Pattern."""

REFUSALS = {
    "few": ("2x2:1/1\n", "1:8", "clues"),
    "many": ("1x1:1/1/1\n", "1:10", "clues"),
    "other": ("https://x.org/js/net.html#2x2:1/1/1/1\n", "1:18", "net"),
    "seed": ("2x2#123\n", "1:4", "clues"),
    "characters": ("1x1:q/1\n", "1:5", "q"),
    "dots": ("3x1:1//1/1..1\n", "1:12", "''"),
    "words": ("1x1:1/1 x\n", "1:9", "x"),
    "few fixed": ("2x1:1/1/2,A\n", "1:12", "cells"),
    "many fixed": ("1x1:1/1,AA\n", "1:10", "A"),
    "far fixed": ("2x1:1/1/2,d\n", "1:11", "cells"),
    "fixed digits": ("1x1:1/1,1\n", "1:9", "1"),
}
