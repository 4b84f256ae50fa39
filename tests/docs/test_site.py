#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""No mark-up is left over in the text of the site: what Doxygen reads otherwise than other readers of Markdown do."""

import html
import html.parser
import re
import unittest

from pages import BUILD, SOURCE

VERBATIM = {"code", "pre", "script", "style", "tt", "title"}


class Text(html.parser.HTMLParser):
    """The text of a page outside of code."""

    def __init__(self):
        super().__init__()
        self.inside, self.parts = [], []

    def handle_starttag(self, tag, attributes):
        if tag in VERBATIM or (tag == "div" and (self.inside or ("class", "fragment") in attributes)):
            self.inside.append(tag)

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.parts.append(data)


class Site(unittest.TestCase):
    def test_no_mark_up_is_left_in_the_text(self):
        pages = sorted((BUILD / "docs/html").glob("*.html"))
        self.assertGreater(len(pages), 40)
        for page in pages:
            reader = Text()
            reader.feed(page.read_text(encoding="utf-8"))
            text = "".join(reader.parts)
            pointers = page.name.startswith("group__") or page.name.endswith("_8h.html")  # C's own **
            for left in re.finditer(r"`|\]\(|@ref |(?m:^#+ )" + ("" if pointers else r"|\*\*"), text):
                with self.subTest(page=page.name):
                    self.fail(f"'{left[0]}' in: ...{text[max(0, left.start() - 60):left.end() + 60]}...")

    def test_every_page_is_in_the_contents_and_shows_its_program(self):
        contents = (SOURCE / "docs/contents.dox").read_text(encoding="utf-8")
        programs = 0
        for page in (SOURCE / "docs").rglob("*.md"):
            label = re.sub(r"\W", "_", str(page.relative_to(SOURCE / "docs").with_suffix("")))
            with self.subTest(label):
                self.assertRegex(contents, rf"@subpage {label}\n")
                shown = (BUILD / f"docs/html/{label}.html").read_text(encoding="utf-8")
                program = re.findall(r"^The program: .*/(\S+)\)$", page.read_text(encoding="utf-8"), re.MULTILINE)
                programs += len(program)
                for file in program:
                    text = html.unescape(re.sub(r"<[^>]*>", "", shown))
                    for line in (SOURCE / "examples" / file).read_text(encoding="utf-8").splitlines():
                        self.assertIn(line.strip(), text)
        self.assertGreater(programs, 5)


if __name__ == "__main__":
    unittest.main()
