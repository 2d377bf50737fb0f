"""Actions and positions as text and as plain values, read with every reason against them."""
