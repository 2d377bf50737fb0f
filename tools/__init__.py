"""Scripts that build, check and show hareboard; none of them is installed with it."""
