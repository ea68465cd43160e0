"""The operating system: whole files, child processes, signals, and deadlines."""
