import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import type { Block } from "#domain/post/block.ts";
import { blocksToHtml } from "#domain/post/block-html.ts";
import { fromEditor, toEditor } from "./editor-blocks.ts";
import { htmlToBlocks } from "./html-to-blocks.ts";

const blocks: Block[] = [
  { type: "paragraph", text: 'a <b>b</b> <a href="https://a.example/?x=1&amp;y=2">c</a> &lt;d&gt;' },
  { type: "header", text: "News", level: 2 },
  {
    type: "list",
    ordered: true,
    items: [
      { content: "a", items: [{ content: "b <i>c</i>", items: [] }] },
      { content: "d", items: [] },
    ],
  },
  { type: "list", ordered: false, items: [{ content: "a", items: [] }] },
  { type: "quote", text: "a", caption: "b" },
  { type: "code", code: "a < b\n  && c" },
  { type: "image", url: "https://a.example/b.png", caption: "A map" },
  { type: "delimiter" },
  {
    type: "table",
    headings: true,
    rows: [
      ["a", "b"],
      ["1", "<b>2</b>"],
    ],
  },
  { type: "table", headings: false, rows: [["1"]] },
];
const body = (html: string) => new JSDOM(html).window.document.body;

test("what the editor opens it gives back", () => {
  expect(fromEditor(toEditor(blocks))).toEqual(blocks);
});

test("what blocks are shown as is opened as the same blocks", () => {
  expect(htmlToBlocks(body(blocksToHtml(blocks)))).toEqual(blocks);
});

test.each<[string, Block[]]>([
  [
    "loose <b>text</b><p>and a paragraph</p>",
    [
      { type: "paragraph", text: "loose <b>text</b>" },
      { type: "paragraph", text: "and a paragraph" },
    ],
  ],
  [
    "<div><h1>Top</h1><h6>Low</h6></div>",
    [
      { type: "header", level: 2, text: "Top" },
      { type: "header", level: 4, text: "Low" },
    ],
  ],
  ["<p>a<script>alert(1)</script><span onclick=x>b</span></p>", [{ type: "paragraph", text: "ab" }]],
  ["<blockquote><p>a</p><p>b</p></blockquote>", [{ type: "quote", text: "a<br>b", caption: "" }]],
  ["<p></p> \n <p> </p>", []],
  [
    '<img src="https://a.example/b.png" alt="c" onerror="x">',
    [{ type: "image", url: "https://a.example/b.png", caption: "c" }],
  ],
  ["<dl><dt>a</dt></dl>", [{ type: "paragraph", text: "a" }]],
])("HTML from elsewhere becomes blocks: %s", (html, expected) => {
  expect(htmlToBlocks(body(html))).toEqual(expected);
});

test("the fields that an older or newer editor has are left out, and unknown blocks too", () => {
  expect(
    fromEditor([
      { type: "list", data: { style: "checklist", meta: {}, items: ["a", { content: "b", meta: { checked: true } }] } },
      { type: "header", data: { text: "h", level: 1, anchor: "x" } },
      { type: "paragraph", data: {} },
      { type: "raw", data: { html: "<script>" } },
    ]),
  ).toEqual([
    {
      type: "list",
      ordered: false,
      items: [
        { content: "a", items: [] },
        { content: "b", items: [] },
      ],
    },
    { type: "header", text: "h", level: 2 },
    { type: "paragraph", text: "" },
  ]);
});
