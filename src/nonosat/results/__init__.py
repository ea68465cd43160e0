"""What is said of a puzzle and its result: sentence, record, files, facts, and conversion to other formats."""
