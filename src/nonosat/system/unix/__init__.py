"""Calls that only systems of the Unix family have; imported only where `system_capabilities` has the capability.

Every module begins with a check of the platform, for type checkers: they skip the rest where the calls are missing.
"""
