"""The types of the functions for tables as text, which stand beside the others."""

from . import genfromtxt as genfromtxt, loadtxt as loadtxt, savetxt as savetxt

__all__ = ["genfromtxt", "loadtxt", "savetxt"]
