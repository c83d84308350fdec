"""The types of what runs the language, which stand beside the others."""

from . import (
    evaluate as evaluate,
    load_ipython_extension as load_ipython_extension,
)

__all__ = ["evaluate", "load_ipython_extension"]
