"""The measurements: `python -m benchmarks`, or `make bench`."""
