"""What the program asks of the operating system: whole files, child processes, and deadlines."""
