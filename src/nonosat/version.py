"""The version of nonosat."""

__version__ = "1.0.0"
