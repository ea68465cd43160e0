"""The operating system: whole files, deadlines and alarms, capabilities, and the calls of Unix."""
