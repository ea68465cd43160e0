"""Presentation of results: sentences, records and files."""
