"""Incomplete search: belief propagation, decimation, and solutions near a solution; nothing here proves anything."""
