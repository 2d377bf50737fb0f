"""`python -m controller.installer`."""

from controller.installer.main import main

main()
