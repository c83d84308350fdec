"""What must be known before the clients are imported."""

import os

os.environ["SCIPY_ARRAY_API"] = "1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
