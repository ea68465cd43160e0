"""Likely pictures: belief propagation over lines, and what to do with it. Needs numpy; nothing here proves anything."""
