"""A race of two boards: its messages, what is kept for it, and the link to the other board.

`controller.table.stages.shared_turns` does at the table what comes over the link.
"""
