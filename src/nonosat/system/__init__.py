"""What the program asks of the operating system: files that appear whole or not at all, and child processes."""
