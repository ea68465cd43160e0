"""Refusals of clue files, and of what else they can hold."""

import gzip

from conftest import RECT, RECT_PICTURE, TWO, TYPED

from refusals import add_up, needs

HEAD = "rect 2 3\n#ffffff #333333 #6666ff\n"
HEXHEAD = "hex 2\n#ffffff #333333\n"
GIVEN = TWO + "given "
GRID = "`rect <height> <width>` or `hex <size>` or "
GRID += "`tri <top-left> <bottom-left> <bottom> <bottom-right> <top-right> <top>`"
BLOCK = "expected <length><colour> such as 3a, 2? or _a"
GOAL = "".join(f"goal {row}\n" for row in RECT_PICTURE.split("\n"))

WORDS = "expected `given <row> <position> <colour>`"
MORE = f"expected the end of the file or {WORDS.removeprefix('expected ')}"

REFUSALS = {
    # The first line
    "empty": ("", f"1:1: empty file, expected {GRID}"),
    "blank": (" \n\t\n\n", f"1:1: empty file, expected {GRID}"),
    "BOM alone": (b"\xef\xbb\xbf", f"1:1: empty file, expected {GRID}"),
    "first line blank": ("\n" + RECT, f"1:1: no grid, expected {GRID}"),
    "wrong word": ("square 4\n", f"1:1: grid 'square', expected {GRID}"),
    "word in capitals": (RECT.replace("rect", "Rect"), f"1:1: grid 'Rect', expected {GRID}"),
    "word after blanks": ("  \tgrid 3\n", f"1:4: grid 'grid', expected {GRID}"),
    "word and number joined": ("hex3\n", f"1:1: grid 'hex3', expected {GRID}"),
    "rect without numbers": ("rect\n", f"1:5: 0 words after `rect`, expected {GRID}"),
    "rect with one number": ("rect 4\n", f"1:7: 1 word after `rect`, expected {GRID}"),
    "rect with three numbers": ("rect 4 5 6\n", f"1:10: 3 words after `rect`, expected {GRID}"),
    "rect, first line only": ("rect 4", f"1:7: 1 word after `rect`, expected {GRID}"),
    "hex without a number": ("hex   \n", f"1:4: 0 words after `hex`, expected {GRID}"),
    "hex with two numbers": ("hex 3  4\n", f"1:8: 2 words after `hex`, expected {GRID}"),
    "zero": ("rect 0 5\n", "1:6: size '0', expected a whole number from 1"),
    "many zeros": ("hex 0000000000000\n", "1:5: size '0000000000000', expected a whole number from 1"),
    "negative": ("rect 4 -5\n", "1:8: size '-5', expected a whole number from 1"),
    "signed": ("rect 4 +5\n", "1:8: size '+5', expected a whole number from 1"),
    "fraction": ("rect 4.5 5\n", "1:6: size '4.5', expected a whole number from 1"),
    "exponent": ("hex 1e3\n", "1:5: size '1e3', expected a whole number from 1"),
    "digits of another script": ("hex ٣\n", "1:5: size '٣', expected a whole number from 1"),
    "underscore": ("hex 1_0\n", "1:5: size '1_0', expected a whole number from 1"),
    "word for a number": ("hex three\n", "1:5: size 'three', expected a whole number from 1"),
    "a thousand million cells": (
        "rect 100000 10000\n",
        "1:6: grid of 100000 rows and 10000 columns, expected at most 16,000,000 cells",
    ),
    "row too long": ("rect 1 16000001\n", "1:6: grid of 1 row and 16000001 columns, expected at most 16,000,000 cells"),
    "huge hexagon": ("hex 999999999\n", "1:5: hexagonal grid of size 999999999, expected at most 16,000,000 cells"),
    "size beyond any integer": (
        f"rect 2 {'9' * 1_000_000}\n",
        "1:8: size '999999999999999999999...', expected at most 16,000,000 cells",
    ),
    # Colours
    "no second line": ("rect 2 2", "2:1: no colours, expected `<background> <a> <b> ...` as #rrggbb"),
    "blank second line": (
        HEAD.replace("#ffffff #333333 #6666ff", "  "),
        "2:1: no colours, expected `<background> <a> <b> ...` as #rrggbb",
    ),
    "background alone": ("rect 2 2\n#ffffff\n", "2:8: no colour beside the background, expected at least one"),
    "colour by name": ("rect 2 2\n#ffffff black\n", "2:9: colour 'black', expected #rrggbb"),
    "colour without #": ("rect 2 2\nffffff #000000\n", "2:1: colour 'ffffff', expected #rrggbb"),
    "short colour": ("rect 2 2\n#fff #000000\n", "2:1: colour '#fff', expected #rrggbb"),
    "long colour": ("rect 2 2\n#ffffff #00000000\n", "2:9: colour '#00000000', expected #rrggbb"),
    "digits beyond f": ("rect 2 2\n#ffffff #00000g\n", "2:9: colour '#00000g', expected #rrggbb"),
    "colours parted by commas": ("rect 2 2\n#ffffff,#000000\n", "2:1: colour '#ffffff,#000000', expected #rrggbb"),
    "clues where colours should be": ("rect 2 2\n1a\n1a\n1a\n1a\n", "2:1: colour '1a', expected #rrggbb"),
    # Blocks
    "colour c of two": (HEAD + "1a 1c\n", "3:4: block of colour 'c', expected a to b or ? (the palette has no more)"),
    "colour b of one": (HEXHEAD + "1a\n\n1b\n", "5:1: block of colour 'b', expected a or ? (the palette has no more)"),
    "two letters": (HEAD + "1aa\n", "3:1: block of colour 'aa', expected a to b or ? (the palette has no more)"),
    "colour of many letters": (HEAD + "1aaaaaaa\n", f"3:1: block '1aaaaaaa', {BLOCK}"),
    "capital letter": (HEAD + "1a\n\n1a 1A\n", f"5:4: block '1A', {BLOCK}"),
    "letter of another script": (HEAD + "1ä\n", f"3:1: block '1ä', {BLOCK}"),
    "no colour": (HEAD + "1a 2\n", f"3:4: block '2', {BLOCK}"),
    "no length": (HEAD + "a\n", f"3:1: block 'a', {BLOCK}"),
    "question mark alone": (HEAD + "?\n", f"3:1: block '?', {BLOCK}"),
    "blank within": (HEAD + "2 a\n", f"3:1: block '2', {BLOCK}"),
    "comma": (HEAD + "1a,1b\n", f"3:1: block '1a,1b', {BLOCK}"),
    "zero length": (HEAD + "1b 0a\n", "3:4: block of length 0, expected at least 1"),
    "negative length": (HEAD + "\n-1a\n", f"4:1: block '-1a', {BLOCK}"),
    "fraction of a cell": (HEAD + "1.5a\n", f"3:1: block '1.5a', {BLOCK}"),
    "background as a block": (HEAD + "1-\n", f"3:1: block '1-', {BLOCK}"),
    "control characters": (HEAD + "\x1b[31m1a\n", f"3:1: block '\\x1b[31m1a', {BLOCK}"),
    "length of ten digits": (HEAD + "1000000000a\n", "3:1: block '1000000000a', expected at most the line's 3 cells"),
    "length of a million digits": (
        HEAD + "1a\n" + "7" * 1_000_000 + "a\n",
        "4:1: block '777777777777777777777...', expected at most the line's 3 cells",
    ),
    "word of a million letters": (HEAD + "x" * 1_000_000, f"3:1: block 'xxxxxxxxxxxxxxxxxxxxx...', {BLOCK}"),
    # Clues that are too long for their line
    "one block too long": (HEAD + "4a\n", f"3:1: {needs('row 1', 4, 3)}"),
    "third block does not fit": ("rect 2 6\n#ffffff #333333 #6666ff\n1a  2a 3b 1b\n", f"3:8: {needs('row 1', 9, 6)}"),
    "no gap": (HEAD + "1b\n2a 1a\n", f"4:4: {needs('row 2', 4, 3)}"),
    "four blocks": (
        HEAD + "1b 1a 1b 1a\n",
        "3:10: clue of row 1 has more than 3 blocks, expected at most the line's 3 cells",
    ),
    "column": (HEAD + "\n\n\n3a\n", f"6:1: {needs('column 2', 3, 2)}"),
    "up-left": (HEXHEAD + "\n\n\n2a 1a\n", f"6:4: {needs('up-left line 1', 4, 2)}"),
    "down-left line": (HEXHEAD + "\n" * 8 + "3a\n", f"11:1: {needs('down-left line 3', 3, 2)}"),
    "? of one colour need a gap": ("rect 1 3\n#ffffff #333333\n2? 1?\n", f"3:4: {needs('row 1', 4, 3)}"),
    "? that can touch but not fit": ("rect 1 4\n#ffffff #333333 #6666ff\n2a 2? 1?\n", f"3:7: {needs('row 1', 5, 4)}"),
    "? between two of its only neighbour": ("rect 1 3\n#ffffff #333333\n1a 1? 1a\n", f"3:7: {needs('row 1', 5, 3)}"),
    # Totals
    "sum of columns is less": (HEAD + "1a\n2a\n1a\n1a\n\n", add_up("columns", 2, 3)),
    "clues missing at the end": (HEAD + "1a\n2a\n", add_up("columns", 0, 3)),
    "colours swapped": (HEAD + "1a\n2b\n1a\n1a\n1b\n", add_up("columns", 2, 1)),
    "sums of ?": (
        HEAD + "1?\n2b\n1a\n1a\n\n",
        f"clues of the columns add up to 2 cells, expected 3 as for the rows{TYPED}",
    ),
    "known colours exceed the sum": (
        HEAD + "2a\n1?\n2b\n1?\n\n",
        "clues ask for at least 4 cells of known colours in all, "
        f"expected at most 3, the total of each family of lines{TYPED}",
    ),
    "third family": (HEXHEAD + "1a\n\n\n1a\n\n\n2a\n", add_up("down-left lines", 2, 1)),
    # After the clues
    "a clue too many": (TWO + "1a\n", f"7:1: '1a' after the last of 4 clues, {MORE}"),
    "a clue too many after blank lines": (TWO + "\n \n  2?", f"9:3: '2?' after the last of 4 clues, {MORE}"),
    "given in place of a clue": (
        TWO.removesuffix("1a\n") + "given 1 1 a\n",
        "6:1: a given instead of clue 4 of 4, expected all clues first (an empty clue is an empty line)",
    ),
    "given of two words": (GIVEN + "1 a\n", f"7:10: 2 words after `given`, {WORDS}"),
    "given alone": (GIVEN, f"7:6: 0 words after `given`, {WORDS}"),
    "given of one word": (GIVEN + "1", f"7:8: 1 word after `given`, {WORDS}"),
    "given of four words": (GIVEN + "1 1 a b\n", f"7:13: 4 words after `given`, {WORDS}"),
    "given of row 0": (GIVEN + "0 1 a\n", "7:7: row '0', expected a number from 1 to 2"),
    "given beyond the rows": (GIVEN + "3 1 a\n", "7:7: row '3', expected a number from 1 to 2"),
    "given of no row": (GIVEN + "top 1 a\n", "7:7: row 'top', expected a number from 1 to 2"),
    "given beyond the row": (GIVEN + "1 3 a\n", "7:9: position '3', expected a number from 1 to 2"),
    "given of a negative position": (GIVEN + "1 -1 a\n", "7:9: position '-1', expected a number from 1 to 2"),
    "given beyond a row of a hexagon": (
        HEXHEAD + "\n" * 9 + "given 2 3 -\ngiven 3 3 -\n",
        "13:9: position '3', expected a number from 1 to 2",
    ),
    "given of a number": (GIVEN + "1 1 1\n", "7:11: colour '1', expected a letter or - for background"),
    "given of a capital": (GIVEN + "1 1 A\n", "7:11: colour 'A', expected a letter or - for background"),
    "given of ?": (GIVEN + "1 1 ?\n", "7:11: colour '?', expected a letter or - for background"),
    "given of colour b": (GIVEN + "1 1 b\n", "7:11: given of colour 'b', expected - or a colour of the palette"),
    "given twice, differently": (
        GIVEN + "1 1 a\n\ngiven 2 2 a\ngiven 1 1 -\n",
        "10:11: given '-' for a cell given 'a' before, expected one colour",
    ),
    # Goals
    "goal of one row": (RECT + "goal -----\n", "12:1: 1 goal lines, expected 4, one for each row"),
    "goal of colour c": (
        RECT + GOAL.replace("b-b-a", "b-c-a"),
        "15:8: colour 'c', expected a to b or - for background",
    ),
    "goal of a short row": (RECT + GOAL.replace("b-b-a", "b-b-"), "15:10: 4 cells, expected 5"),
    "goal and another word": (RECT + GOAL + "giveen 1 1 a", f"16:1: 'giveen' after the last of 9 clues, {MORE}"),
    "gzip": (gzip.compress(b"hex 0"), "1:5: size '0', expected a whole number from 1"),
}
