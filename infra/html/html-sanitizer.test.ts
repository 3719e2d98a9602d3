import { expect, test } from "vitest";
import { z } from "zod";
import { blockSchema } from "#domain/post/block.ts";
import { blocksToHtml } from "#domain/post/block-html.ts";
import { starterPosts } from "../starter-catalogue/starter-posts.ts";
import { createHtmlSanitizer } from "./html-sanitizer.ts";

const html = createHtmlSanitizer();

test("keeps what a post is made of", async () => {
  const post =
    '<h2>Rates</h2><p>Each <b>morning</b>, <a href="/datastore">here</a>.</p><ol start="2"><li>One<ul><li>Two</li></ul></li></ol><blockquote><p>Said</p></blockquote><pre><code>a &lt; b</code></pre><hr><table><thead><tr><th scope="col">Day</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
  expect(await html.sanitize(post)).toBe(post);
});

test("what is sanitised again stays the same", async () => {
  const written =
    '<h1>Title</h1><a href="https://example.org/?a=1&b=2">x</a><img src="https://example.org/a.png"><p>1 < 2 & 3';
  const once = (await html.sanitize(written))!;
  expect(once).toBe(
    '<h2>Title</h2><a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">x</a><img src="https://example.org/a.png" alt="" loading="lazy"><p>1 &lt; 2 &amp; 3</p>',
  );
  expect(await html.sanitize(once)).toBe(once);
});

test.each([
  ["<script>alert(1)</script>x", "x"],
  ["<ScRiPt src=https://evil.example/x.js></sCrIpT>x", "x"],
  ['<img src=x onerror="alert(1)">', ""],
  [
    '<img src="https://a.example/b.png" onerror="alert(1)" srcset="x 2x">',
    '<img src="https://a.example/b.png" alt="" loading="lazy">',
  ],
  ["<img src=http://a.example/tracker.png>", ""],
  ["<img src=data:image/svg+xml;base64,PHN2Zy8+>", ""],
  ["<img src=//a.example/b.png>", ""],
  ["<img src=https://user:secret@a.example/b.png>", ""],
  ["<img src=https://user@a.example/b.png>", ""],
  ['<a href="https://user:secret@a.example/">x</a>', "<a>x</a>"],
  ['<a href="javascript:alert(1)">x</a>', "<a>x</a>"],
  ['<a href="&#106;avascript:alert(1)">x</a>', "<a>x</a>"],
  ['<a href="java\tscript:alert(1)">x</a>', "<a>x</a>"],
  ['<a href=" JaVaScRiPt:alert(1)">x</a>', "<a>x</a>"],
  ['<a href="data:text/html,<script>alert(1)</script>">x</a>', "<a>x</a>"],
  ['<a href="vbscript:msgbox(1)">x</a>', "<a>x</a>"],
  ['<a href="//evil.example">x</a>', "<a>x</a>"],
  ['<a href="/\\evil.example">x</a>', "<a>x</a>"],
  ['<a href="ftp://files.example">x</a>', "<a>x</a>"],
  ['<a href="mailto:a@example.org">x</a>', '<a href="mailto:a@example.org">x</a>'],
  ['<a href="tel:+4930123">x</a>', '<a href="tel:+4930123">x</a>'],
  ['<a href="#end" target="_blank" onclick="x()">x</a>', '<a href="#end">x</a>'],
  ['<p style="position:fixed" class="btn" id="content" data-x="1" aria-label="x">x</p>', "<p>x</p>"],
  ["<style>body{display:none}</style>x", "x"],
  ["<iframe src=https://evil.example></iframe>x", "x"],
  ["<object data=x></object><embed src=x>x", "x"],
  ["<form action=https://evil.example><input name=password><button>x</button></form>", "x"],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example"><base href=https://evil.example>x', "x"],
  ["<svg onload=alert(1)><circle/></svg>x", "x"],
  ["<svg><script>alert(1)</script></svg>x", "x"],
  ["<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", ""],
  ['<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', '<p></p>"&gt;'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', "<p></p>"],
  ["<template><script>alert(1)</script></template>x", "x"],
  ["<details open ontoggle=alert(1)>x</details>", "x"],
  ["<video><source onerror=alert(1)></video>x", "x"],
  ["<!--<img src=x onerror=alert(1)>-->x", "x"],
  ["<a href=x:alert(1)><b>x", "<a><b>x</b></a>"],
  ["<x-button is=evil>x</x-button>", "x"],
  ["<p>{{constructor.constructor('alert(1)')()}}</p>", "<p>{{constructor.constructor('alert(1)')()}}</p>"],
])("%s", async (given, expected) => {
  expect(await html.sanitize(given)).toBe(expected);
});

test("the starter posts, which are stored as they are, need no sanitising", async () => {
  for (const { body } of starterPosts) {
    const own = "html" in body ? body.html : blocksToHtml(z.array(blockSchema).parse(body.blocks));
    expect(await html.sanitize(own)).toBe(own);
  }
});

test("deeply nested HTML is given up, and the next text is sanitised", { timeout: 60_000 }, async () => {
  const hurried = createHtmlSanitizer({ mostMs: 3_000 });
  expect(await hurried.sanitize("<b>".repeat(20_000))).toBeNull();
  expect(await hurried.sanitize("<b>x</b><script></script>")).toBe("<b>x</b>");
});

test("a thread that had nothing to do is replaced", async () => {
  const brief = createHtmlSanitizer({ idleMs: 1 });
  expect(await brief.sanitize("<i>a</i>")).toBe("<i>a</i>");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await brief.sanitize("<i>b</i>")).toBe("<i>b</i>");
});
