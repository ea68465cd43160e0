# Solve all puzzles of the folder IN into the folder OUT; only what has changed is solved again.
IN = puzzles
OUT = solved

all: $(patsubst $(IN)/%.clues,$(OUT)/%.svg,$(wildcard $(IN)/*.clues))

$(OUT)/%.svg: $(IN)/%.clues
	nonosat solve -q -o $(OUT) $<
