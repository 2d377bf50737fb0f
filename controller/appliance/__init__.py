"""An installed board: install, update, network, status. Imports `maintenance` and below.

`paths` has all paths and ports, `supervisor` starts and stops the service.
"""
