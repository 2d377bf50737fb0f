"""Measures a board, task by task.

`facts` has what the board file says, `tasks` what is measured, `next_task` in which order: pure.
`perform` does a task at an open board (`site`), with a person whom `questions` ask, in the words of
`guidance`; `measure` does all of them.
"""
