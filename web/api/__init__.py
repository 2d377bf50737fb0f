"""The HTTP API: one blueprint for each subject. Imports `pages`, `views`, `access` and `server`."""
