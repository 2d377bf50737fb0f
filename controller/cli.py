"""The command `hareboard`: the words that need no web pages. `web.main` adds the others."""

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hareboard", message="hareboard %(version)s")
def cli() -> None:
    """A board for David Parlett's race game Hare & Tortoise.

    Start with “hareboard simulate”: it plays on a simulated board in the browser.
    """
