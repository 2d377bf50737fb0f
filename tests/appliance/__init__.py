"""hareboard installed on a real Debian: installed, mended, updated, gone back, taken away."""
