"""The words of books and pages in each language: one table, and the few rules by which they are put together.

A key is a section and a name, such as `book.contents`. Its template may have named fields, such as `{count}`; those of
all languages have the same ones. A key with a number ends in `.one` or `.many`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonosat.core.errors import UsageError
from nonosat.model.nouns import joined

_ENGLISH = {
    "list.and": "and",
    # Books
    "book.title": "Nonograms",
    "book.contents": "Contents",
    "book.solutions": "Solutions",
    "book.one_of_several": "one of several",
    "book.puzzles.one": "{count} puzzle",
    "book.puzzles.many": "{count} puzzles",
    "book.colors.one": "{count} colour",
    "book.colors.many": "{count} colours",
    "book.by": "by {names}",
    "book.license": "Licence: {names}",
    "book.others": "{count} others",
    "book.rules": "How to solve",
    "book.levels": "How hard they are",
    # The rules of solving
    "rule.clues": "Each puzzle hides a picture. A clue belongs to one line of cells: its numbers are the lengths of "
    "the blocks of filled cells on that line, in their order. A clue of 0 means a line without filled cells.",
    "rule.rows": "The clues of rows are on the left, and those of columns are above. Read them from left to right and "
    "downward.",
    "rule.directions": "In grids of {cells}, the lines have {number} directions. A clue is where its line begins, and "
    "a thin grey line joins the two. Read it towards the grid.",
    "rule.gap": "Between two blocks there is at least one empty cell.",
    "rule.colors": "Between two blocks of the same colour there is at least one empty cell; blocks of different "
    "colours may touch. In a puzzle of several colours, the letter after a number is the colour of the block, and the "
    "legend below the grid names the colours.",
    "rule.any_color": "A block with ? in place of its colour has a single colour, which you have to find out.",
    "rule.any_number": "A block with ? in place of its number may have any number of cells, at least one.",
    "rule.givens": "Cells that are filled or crossed out from the start belong to the picture as they are.",
    "rule.several": "A puzzle with several solutions has more than one picture that satisfies its clues. The book "
    "shows one of them, and any other is just as right.",
    # Levels
    "level.easy": "easy",
    "level.medium": "medium",
    "level.hard": "hard",
    "level.very hard": "very hard",
    "level.at least": "at least {level}",
    "level.not rated": "not rated",
    "level.several solutions": "several solutions",
    "meaning.easy": "Easy: small, and it is enough to look at one line at a time.",
    "meaning.medium": "Medium: it is enough to look at one line at a time, but there are more lines, or you look at "
    "them again and again.",
    "meaning.hard": "Hard: large, or you sometimes have to try a colour in a cell and soon see that it cannot be "
    "right.",
    "meaning.very hard": "Very hard: very large, or such a try takes long, or needs another try within it.",
    "meaning.at least": "At least: the puzzle may be harder. Such puzzles come after the others.",
    # Terms of `model.grid_kinds` and of `model.nouns`
    "term.row": "row",
    "term.rows": "rows",
    "term.column": "column",
    "term.columns": "columns",
    "term.cell along each side": "cell along each side",
    "term.cells along each side": "cells along each side",
    "term.up-left line": "up-left line",
    "term.down-left line": "down-left line",
    "term.hexagons": "hexagons",
    "term.triangles": "triangles",
    "term.three": "three",
    # Names of `model.color_names`, and of legends
    "color.empty": "empty",
    "color.filled": "filled",
    "color.any colour": "any colour",
    "color.any number": "any number",
    "color.light": "light {color}",
    "color.dark": "dark {color}",
    "color.black": "black",
    "color.grey": "grey",
    "color.white": "white",
    "color.red": "red",
    "color.pink": "pink",
    "color.orange": "orange",
    "color.brown": "brown",
    "color.beige": "beige",
    "color.yellow": "yellow",
    "color.olive": "olive",
    "color.green": "green",
    "color.turquoise": "turquoise",
    "color.blue": "blue",
    "color.purple": "purple",
    # Pages: controls
    "page.all": "All puzzles",
    "page.print_all": "Print all",
    "page.tools": "Paint with",
    "page.move": "Move",
    "page.undo": "Undo",
    "page.redo": "Redo",
    "page.check": "Check",
    "page.clear": "Clear",
    "page.smaller": "Smaller",
    "page.larger": "Larger",
    "page.fit": "Fit",
    "page.print": "Print",
    "page.hint": "Hint",
    "page.apply": "Apply",
    "page.show": "Show",
    "page.marks": "Marks",
    "page.replay": "Replay",
    "page.solution": "Solution",
    "page.step": "Step",
    "page.try": "Try out",
    "page.keep": "Keep",
    "page.drop": "Drop",
    "page.pause": "Pause",
    "page.resume": "Continue",
    "page.options": "Options",
    "page.letters": "Letters of colours",
    "page.crosses": "Cross out the rest of finished lines",
    "page.errors": "Show errors at once",
    "page.time": "Time",
    # Pages: what is said of a puzzle, a clue or a cell
    "page.image": "The image from which the puzzle was read",
    "page.begun": "begun",
    "page.done": "solved",
    "page.unmarked": "unmarked",
    "page.given": "given",
    "page.tried": "tried out",
    "page.puzzle": "Puzzle {number}",
    "page.cell": "{place}: {state}. Clues: {clues}",
    "page.no_block": "no block",
    "page.of": "{number} of {name}",
    "page.fulfilled": "{clue}; fulfilled",
    # Pages: messages
    "page.solved": "Solved: all clues are fulfilled.",
    "page.solved_in": "Solved in {time}: all clues are fulfilled.",
    "page.trying": "These marks are a trial: keep or drop them as a whole.",
    "page.mistakes.one": "{count} mistake",
    "page.mistakes.many": "{count} mistakes",
    "page.cleared": "All marks are cleared. Undo brings them back.",
    "page.solution_shown": "The solution is shown. Your marks are kept.",
    "page.error": "There is an error in {names}: the clue cannot be fulfilled any more.",
    "page.no_error": "Each clue still fits its line. Lines are checked one by one, so an error may show only later.",
    "page.wrong.one": "{count} cell is wrong",
    "page.wrong.many": "{count} cells are wrong",
    "page.apply_clears": "Apply clears the marks.",
    "page.no_hints": "There are no more hints.",
    "page.step_of": "Step {number} of {count}.",
    "page.more": "{count} more",
    "page.script": "These puzzles need JavaScript, which this browser does not run.",
    # Pages: help
    "page.help": "Keys and rules",
    "page.rules": "Each clue lists the blocks of its line in their order. Between blocks of one colour there is at "
    "least one empty cell; blocks of different colours may touch. A ? is any number, or any colour. A clue is struck "
    "out when its line fulfils it. Check finds clues that cannot be fulfilled any more. Any picture that fulfils all "
    "clues is a solution. Your marks are kept in this browser.",
    "page.keys.mouse": "Mouse",
    "page.does.mouse": "left button: fill or clear; right button: empty; drag along a line; wheel with Ctrl: zoom",
    "page.keys.touch": "Touch",
    "page.does.touch": "tap: fill; second tap: empty; third tap: clear; drag along a line; two fingers: zoom and move",
    "page.keys.arrows": "Arrow keys",
    "page.does.arrows": "next cell; with Shift: carry the mark of this cell along",
    "page.keys.diagonals": "Home, Page up, End, Page down",
    "page.does.diagonals": "next cell on a diagonal of a hexagon",
    "page.keys.fill": "Space, Enter",
    "page.does.fill": "fill or clear",
    "page.keys.empty": "X",
    "page.does.empty": "empty",
    "page.keys.digits": "1 to 9",
    "page.does.digits": "fill with this colour",
    "page.keys.delete": "Delete",
    "page.does.delete": "clear the cell",
    "page.keys.clues": "Click, tap or Space on a clue",
    "page.does.clues": "cross off a number; Tab leads to the clues",
    "page.keys.trials": "Try out",
    "page.does.trials": "mark on trial; Keep or Drop ends the trial, and a second trial fits into the first",
    "page.keys.undo": "Ctrl+Z, Ctrl+Y",
    "page.does.undo": "undo, redo",
}

_GERMAN = {
    "list.and": "und",
    "book.title": "Nonogramme",
    "book.contents": "Inhalt",
    "book.solutions": "Lösungen",
    "book.one_of_several": "eine von mehreren",
    "book.puzzles.one": "{count} Rätsel",
    "book.puzzles.many": "{count} Rätsel",
    "book.colors.one": "{count} Farbe",
    "book.colors.many": "{count} Farben",
    "book.by": "von {names}",
    "book.license": "Lizenz: {names}",
    "book.others": "{count} weitere",
    "book.rules": "So wird gelöst",
    "book.levels": "Schwierigkeitsgrade",
    "rule.clues": "In jedem Rätsel ist ein Bild versteckt. Die Zahlen am Rand gehören jeweils zu einer Reihe von "
    "Feldern: Sie geben der Reihenfolge nach an, wie lang die Blöcke gefüllter Felder in dieser Reihe sind. Eine 0 "
    "bedeutet, dass in der Reihe kein Feld gefüllt ist.",
    "rule.rows": "Die Zahlen der Zeilen stehen links, die der Spalten oben. Gelesen werden sie von links nach rechts "
    "und von oben nach unten.",
    "rule.directions": "Sind die Felder {cells}, verlaufen die Reihen in {number} Richtungen. Die Zahlen stehen am "
    "Anfang ihrer Reihe und sind durch eine dünne graue Linie mit ihr verbunden. Gelesen werden sie zum Gitter hin.",
    "rule.gap": "Zwischen zwei Blöcken liegt mindestens ein leeres Feld.",
    "rule.colors": "Zwischen zwei Blöcken derselben Farbe liegt mindestens ein leeres Feld; Blöcke verschiedener "
    "Farben dürfen sich berühren. In mehrfarbigen Rätseln gibt der Buchstabe hinter einer Zahl die Farbe des Blocks "
    "an; die Legende unter dem Gitter nennt die Farben.",
    "rule.any_color": "Ein Block mit ? anstelle der Farbe ist einfarbig; welche Farbe er hat, gilt es herauszufinden.",
    "rule.any_number": "Ein Block mit ? anstelle der Zahl kann beliebig lang sein, umfasst aber mindestens ein Feld.",
    "rule.givens": "Felder, die von Anfang an gefüllt oder durchgestrichen sind, bleiben, wie sie sind.",
    "rule.several": "Bei einem Rätsel mit mehreren Lösungen passt mehr als ein Bild zu den Zahlen. Das Buch zeigt "
    "eines davon; jedes andere ist genauso richtig.",
    "level.easy": "leicht",
    "level.medium": "mittel",
    "level.hard": "schwer",
    "level.very hard": "sehr schwer",
    "level.at least": "mindestens {level}",
    "level.not rated": "nicht eingestuft",
    "level.several solutions": "mehrere Lösungen",
    "meaning.easy": "Leicht: klein, und es genügt, immer nur eine Reihe zu betrachten.",
    "meaning.medium": "Mittel: Es genügt, immer nur eine Reihe zu betrachten, aber es gibt mehr Reihen, oder man "
    "muss sie immer wieder ansehen.",
    "meaning.hard": "Schwer: groß, oder man muss manchmal in einem Feld eine Farbe ausprobieren und merkt bald, dass "
    "sie nicht stimmen kann.",
    "meaning.very hard": "Sehr schwer: sehr groß, oder ein solcher Versuch dauert lange oder macht einen weiteren "
    "Versuch nötig.",
    "meaning.at least": "Mindestens: Das Rätsel kann auch schwerer sein. Solche Rätsel stehen hinter den anderen.",
    "term.row": "Zeile",
    "term.rows": "Zeilen",
    "term.column": "Spalte",
    "term.columns": "Spalten",
    "term.cell along each side": "Feld je Seite",
    "term.cells along each side": "Felder je Seite",
    "term.up-left line": "Diagonale nach links oben",
    "term.down-left line": "Diagonale nach links unten",
    "term.hexagons": "Sechsecke",
    "term.triangles": "Dreiecke",
    "term.three": "drei",
    "color.empty": "leer",
    "color.filled": "gefüllt",
    "color.any colour": "beliebige Farbe",
    "color.any number": "beliebige Zahl",
    "color.light": "hell{color}",
    "color.dark": "dunkel{color}",
    "color.black": "schwarz",
    "color.grey": "grau",
    "color.white": "weiß",
    "color.red": "rot",
    "color.pink": "rosa",
    "color.orange": "orange",
    "color.brown": "braun",
    "color.beige": "beige",
    "color.yellow": "gelb",
    "color.olive": "oliv",
    "color.green": "grün",
    "color.turquoise": "türkis",
    "color.blue": "blau",
    "color.purple": "violett",
    "page.all": "Alle Rätsel",
    "page.print_all": "Alle drucken",
    "page.tools": "Malen mit",
    "page.move": "Verschieben",
    "page.undo": "Zurück",
    "page.redo": "Vor",
    "page.check": "Prüfen",
    "page.clear": "Leeren",
    "page.smaller": "Kleiner",
    "page.larger": "Größer",
    "page.fit": "Einpassen",
    "page.print": "Drucken",
    "page.hint": "Tipp",
    "page.apply": "Anwenden",
    "page.show": "Anzeigen",
    "page.marks": "Eigenes",
    "page.replay": "Lösungsweg",
    "page.solution": "Lösung",
    "page.step": "Schritt",
    "page.try": "Ausprobieren",
    "page.keep": "Behalten",
    "page.drop": "Verwerfen",
    "page.pause": "Pause",
    "page.resume": "Weiter",
    "page.options": "Optionen",
    "page.letters": "Buchstaben der Farben",
    "page.crosses": "Rest fertiger Reihen ankreuzen",
    "page.errors": "Fehler sofort zeigen",
    "page.time": "Zeit",
    "page.image": "Das Bild, aus dem das Rätsel gelesen wurde",
    "page.begun": "begonnen",
    "page.done": "gelöst",
    "page.unmarked": "unmarkiert",
    "page.given": "vorgegeben",
    "page.tried": "ausprobiert",
    "page.puzzle": "Rätsel {number}",
    "page.cell": "{place}: {state}. Zahlen: {clues}",
    "page.no_block": "kein Block",
    "page.of": "{number}, {name}",
    "page.fulfilled": "{clue}; erfüllt",
    "page.solved": "Gelöst: Alle Zahlen sind erfüllt.",
    "page.solved_in": "In {time} gelöst: Alle Zahlen sind erfüllt.",
    "page.trying": "Ab jetzt wird ausprobiert: Die Markierungen lassen sich als Ganzes behalten oder verwerfen.",
    "page.mistakes.one": "{count} Fehler",
    "page.mistakes.many": "{count} Fehler",
    "page.cleared": "Alle Markierungen sind gelöscht. Mit „Zurück“ kommen sie wieder.",
    "page.solution_shown": "Die Lösung wird angezeigt. Die eigenen Markierungen bleiben erhalten.",
    "page.error": "Fehler in {names}: Die Zahlen lassen sich nicht mehr erfüllen.",
    "page.no_error": "Alle Zahlen passen noch zu ihren Reihen. Jede Reihe wird für sich geprüft; ein Fehler kann sich "
    "auch erst später zeigen.",
    "page.wrong.one": "{count} Feld ist falsch",
    "page.wrong.many": "{count} Felder sind falsch",
    "page.apply_clears": "„Anwenden“ löscht die Markierungen.",
    "page.no_hints": "Es gibt keine weiteren Tipps.",
    "page.step_of": "Schritt {number} von {count}.",
    "page.more": "{count} weitere",
    "page.script": "Diese Rätsel brauchen JavaScript, das dieser Browser nicht ausführt.",
    "page.help": "Tasten und Regeln",
    "page.rules": "Die Zahlen am Rand geben der Reihenfolge nach die Blöcke einer Reihe an. Zwischen Blöcken derselben "
    "Farbe liegt mindestens ein leeres Feld; Blöcke verschiedener Farben dürfen sich berühren. Ein ? steht für eine "
    "beliebige Zahl oder Farbe. Zahlen werden durchgestrichen, wenn ihre Reihe sie erfüllt. „Prüfen“ findet Zahlen, "
    "die sich nicht mehr erfüllen lassen. Jedes Bild, das alle Zahlen erfüllt, ist eine Lösung. Die Markierungen "
    "werden in diesem Browser gespeichert.",
    "page.keys.mouse": "Maus",
    "page.does.mouse": "linke Taste: füllen oder löschen; rechte Taste: leer; ziehen: entlang einer Reihe; Rad mit "
    "Strg: vergrößern",
    "page.keys.touch": "Finger",
    "page.does.touch": "tippen: füllen; zweimal: leer; dreimal: löschen; ziehen: entlang einer Reihe; zwei Finger: "
    "vergrößern und verschieben",
    "page.keys.arrows": "Pfeiltasten",
    "page.does.arrows": "nächstes Feld; mit Umschalt: die Markierung dieses Felds mitnehmen",
    "page.keys.diagonals": "Pos1, Bild auf, Ende, Bild ab",
    "page.does.diagonals": "nächstes Feld auf einer Diagonale eines Sechsecks",
    "page.keys.fill": "Leertaste, Eingabe",
    "page.does.fill": "füllen oder löschen",
    "page.keys.empty": "X",
    "page.does.empty": "leer",
    "page.keys.digits": "1 bis 9",
    "page.does.digits": "mit dieser Farbe füllen",
    "page.keys.delete": "Entf",
    "page.does.delete": "das Feld löschen",
    "page.keys.clues": "Klick, Tippen oder Leertaste auf einer Zahl",
    "page.does.clues": "abhaken; die Tabulatortaste führt zu den Zahlen",
    "page.keys.trials": "Ausprobieren",
    "page.does.trials": "auf Probe markieren; „Behalten“ oder „Verwerfen“ beendet den Versuch, und in einen Versuch "
    "passt ein zweiter",
    "page.keys.undo": "Strg+Z, Strg+Y",
    "page.does.undo": "zurück, vor",
}

#: For each language, by its code in HTML and PDF, the template of each key.
LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": _ENGLISH, "de": _GERMAN}


class Words:
    """The words of one language: `Words("de")("book.contents")` is `Inhalt`.

    Attributes:
        language: its code, a key of `LANGUAGES`.
    """

    def __init__(self, language: str = "en") -> None:
        """Raises UsageError if there is no such language."""
        if language not in LANGUAGES:
            raise UsageError(f"no words in the language {language!r}, expected one of {', '.join(LANGUAGES)}")
        self.language = language
        self._templates = LANGUAGES[language]

    def __call__(self, key: str, **fields: object) -> str:
        """The words of a key, with the `fields` of its template."""
        return self._templates[key].format(**fields)

    def count(self, key: str, number: int) -> str:
        """The words of a key for a number, such as `3 puzzles`."""
        return self(f"{key}.{'one' if number == 1 else 'many'}", count=number)

    def joined(self, parts: Sequence[str]) -> str:
        """Words in a list: `a, b and c`."""
        return joined(parts, self("list.and"))

    def term(self, english: str) -> str:
        """The word for a term of `model.grid_kinds`; one that the table lacks stays English."""
        return self._templates.get(f"term.{english}", english)

    def color(self, english: str) -> str:
        """The word for an entry of a legend, such as `dark green`, `red (a)` or `any colour`."""
        name, space, place = english.partition(" (")
        shade, _, base = name.rpartition(" ")
        word = self._templates.get(f"color.{name}") or self(f"color.{shade}", color=self(f"color.{base}"))
        return word + space + place


#: The words of the default language.
ENGLISH = Words()
