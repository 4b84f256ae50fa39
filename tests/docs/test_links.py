# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Links, figures and file names in README and docs lead somewhere, in the repository and on the site."""

import html.parser
import re
import unittest
import urllib.parse

from pages import BUILD, PAGES, SOURCE, code_spans, name, prose

FOLDERS = ("bindings", "cmake", "debian", "docs", "examples", "include", "packaging", "scripts", "src", "tests")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page):
    """What code hosts call the headings of a page. (Doxygen has other names, so only pages that are not on the site use them.)"""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


class Markdown(unittest.TestCase):
    def test_every_relative_link_and_figure_exists(self):
        count = 0
        for page in PAGES:
            for target in LINK.findall(prose(page)):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                with self.subTest(page=name(page), target=target):
                    file, _, anchor = target.partition("#")
                    path = (page.parent / file).resolve() if file else page
                    self.assertTrue(path.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(path))
        self.assertGreater(count, 60)

    def test_pages_are_plain_markdown(self):
        """What only Doxygen understands is added by docs/filter.awk, and nowhere shown to those who read the page itself."""
        for page in PAGES:
            for left in re.findall(r"\{#.*|(?m:^ *[@\\]\w.*)|\\f[$\[{]|[@\\](?:ref|subpage|image|include|snippet)\b.*", prose(page)):
                with self.subTest(page=name(page)):
                    self.fail(left)

    def test_every_figure_has_words_for_those_who_cannot_see_it(self):
        for page in PAGES:
            for words, target in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", prose(page)):
                with self.subTest(page=name(page), target=target):
                    self.assertGreater(len(words.split()), 0)

    def test_every_figure_and_page_is_used(self):
        text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
        for file in (SOURCE / "docs").rglob("*"):
            if file.suffix in (".png", ".svg") or file.suffix == ".md":
                with self.subTest(file=name(file)):
                    self.assertIn(file.name, text)

    def test_every_file_that_is_named_exists(self):
        count = 0
        for page in PAGES:
            for span in code_spans(page):
                for word in span.split():
                    if not re.match(rf"({'|'.join(FOLDERS)})/[\w./*+-]+$", word):
                        continue
                    count += 1
                    with self.subTest(page=name(page), word=word):
                        here = [base for base in (SOURCE, page.parent) if list(base.glob(word.rstrip("/")))]
                        built = (BUILD / word).exists() or (SOURCE / f"{word}.cpp").exists()  # a program, built or not
                        self.assertTrue(here or built, f"{word} is in neither the repository nor the build")
        self.assertGreater(count, 60)


class Collector(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.targets, self.names = [], set()

    def handle_starttag(self, tag, attrs):
        for key, value in attrs:
            if key in ("href", "src", "data") and value:
                self.targets.append(value)
            if key in ("id", "name") and value:
                self.names.add(value)


class Site(unittest.TestCase):
    def test_every_link_of_the_site_leads_somewhere(self):
        site = {}
        for file in sorted((BUILD / "docs/html").glob("*.html")):
            site[file.name] = Collector()
            site[file.name].feed(file.read_text(encoding="utf-8"))
        self.assertGreater(len(site), 40)
        for page, content in site.items():
            for target in content.targets:
                link = urllib.parse.urlsplit(target)
                if link.scheme or link.netloc or target.startswith("javascript:"):
                    continue
                with self.subTest(page=page, target=target):
                    file = urllib.parse.unquote(link.path) or page
                    self.assertTrue((BUILD / "docs/html" / file).exists())
                    if link.fragment and file in site:
                        self.assertIn(urllib.parse.unquote(link.fragment), site[file].names)


if __name__ == "__main__":
    unittest.main()
