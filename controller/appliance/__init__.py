"""An installed board: install, update, network, status. Imports `maintenance` and below.

`paths` says where everything lies, `supervisor` starts and stops the service.
"""
