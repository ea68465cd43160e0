"""Errors, whole files, deadlines, the limits and answers of questions, the capabilities of the system."""
