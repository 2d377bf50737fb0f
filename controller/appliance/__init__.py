"""An installed board: install, update, network, status. Imports `maintenance` and below.

`paths` has all paths and ports, `service_manager` starts and stops the service.
"""
