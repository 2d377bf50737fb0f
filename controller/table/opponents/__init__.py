"""Computer opponents at the table: `mind` decides, `thread` looks at the table and acts.

An opponent acts like a phone: it reads snapshots, and submits commands with the version it saw.
What it has thought about an older game is dropped, or refused. It holds no lock of the table.
"""
