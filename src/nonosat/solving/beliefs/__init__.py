"""Incomplete search, which proves nothing: belief propagation, decimation, and solutions near a solution."""
