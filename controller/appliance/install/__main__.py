"""`python -m controller.appliance.install`."""

from controller.appliance.install.main import main

main()
