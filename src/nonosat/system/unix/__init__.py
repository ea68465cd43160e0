"""Calls that only systems of the Unix family have; imported only where `system_capabilities` says that they are there.

Every module begins with a check of the platform, for type checkers: they skip the rest where the calls are missing.
"""
