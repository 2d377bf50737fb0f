"""A page's script with all it imports, as one."""

import pytest

from web.pages.bundling import NotPlain, bundle, importable, imported, outside

SCRIPTS = {
    "js/page.js": """/* A page. */

import { double, NAME as title } from "./sums.js";
import {
  count,
} from "./count.js";
import words from "/words.js";

// Says it.
const said = `${title} // ${double(count())}`;
await globalThis.tell(said, words);
""",
    "js/sums.js": """import { count } from "./count.js";

export const NAME = "sums";

/** Twice as much. */
export function double(n) {
  return n * count();
}

export class Never {}
""",
    "js/count.js": """export async function later() {}
export const count = () => 2;
""",
}


def test_each_module_comes_once_and_before_who_needs_it() -> None:
    source = bundle(["js/page.js"], SCRIPTS.__getitem__)
    assert source.count("export") == 0
    assert [line for line in source.splitlines() if line.startswith(("const $", "return {"))] == [
        "const $js_count = (() => {",
        "return { later, count };",
        "const $js_sums = (() => {",
        "return { NAME, double, Never };",
    ]
    assert "const{double,NAME:title}=$js_sums;" in source
    assert source.startswith('import words from "/words.js";\n')
    assert outside(source) == ["/words.js"]


def test_a_script_for_later_exports_what_it_did_in_its_own_file() -> None:
    source = importable("js/sums.js", SCRIPTS.__getitem__)
    assert [line for line in source.splitlines() if line.startswith(("const $", "export"))] == [
        "const $js_count = (() => {",
        "const $js_sums = (() => {",
        "export const { NAME, double, Never } = $js_sums;",
    ]


def test_a_script_tells_what_it_imports() -> None:
    assert imported("js/page.js", SCRIPTS["js/page.js"]) == ["js/sums.js", "js/count.js"]


def alone(source: str) -> str:
    return bundle(["js/page.js"], {"js/page.js": source}.__getitem__)


def test_comments_and_blanks_stay_here_and_what_looks_like_them_does_not() -> None:
    source = "  // one\n  a( 'x  //  y' ); // two\n/* three\n  four */\nb(/* five */ /  \\//);\n"
    assert alone(source) == "{\na('x  //  y');b(/  \\//);\n}\n"


def test_a_text_of_several_lines_stays_as_it_is() -> None:
    text = "`one\n    // two\n\n  ${b} \\` /* three */\n`"
    assert text in alone(f"const a = {text};\n")


@pytest.mark.parametrize(
    "text",
    [
        "`one ${ b ? `two  three` : '' }`",
        "`M${ all.map(({ x, y }) => `${x} ${y}`).join('L') }`",
        "`${ { a: `  ` } }`",
    ],
)
def test_a_text_inside_another_one_is_refused(text: str) -> None:
    with pytest.raises(NotPlain, match=r"^js/page\.js: a text in backticks is inside another one"):
        alone(f"const a = {text};\n")


@pytest.mark.parametrize("text", ["`${ {a: 1}.a }  }  {`", "`\\${  b`", "`one`"])
def test_braces_of_other_kinds_are_no_trouble(text: str) -> None:
    assert text in alone(f"const a = {text};\n")


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./count.js";',
        'import count from "./count.js";',
        "export default 3;",
        "export let changing = 1;",
        'export { count } from "./count.js";',
    ],
)
def test_another_form_is_refused_by_name(line: str) -> None:
    scripts = {**SCRIPTS, "js/page.js": f"{line}\n"}
    with pytest.raises(NotPlain, match=r"^js/page\.js: "):
        bundle(["js/page.js"], scripts.__getitem__)


def test_scripts_that_import_each_other_are_refused() -> None:
    scripts = {
        "js/hen.js": 'import { egg } from "./egg.js";\n',
        "js/egg.js": 'import { hen } from "./hen.js";\n',
    }
    with pytest.raises(NotPlain, match=r"js/hen\.js is imported by what it imports itself"):
        bundle(["js/hen.js"], scripts.__getitem__)
