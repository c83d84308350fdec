"""What the tests share: the standard's tables, random arrays and their views, comparison with NumPy."""
