import { expect, test } from "vitest";
import { type Block, blockSchema } from "./block.ts";
import { blocksToHtml } from "./block-html.ts";

test.each<[Block, string]>([
  [{ type: "paragraph", text: "a <b>b</b>" }, "<p>a <b>b</b></p>"],
  [{ type: "header", text: "News", level: 3 }, "<h3>News</h3>"],
  [
    { type: "list", ordered: true, items: [{ content: "a", items: [{ content: "b", items: [] }] }] },
    "<ol><li>a<ol><li>b</li></ol></li></ol>",
  ],
  [{ type: "list", ordered: false, items: [{ content: "a", items: [] }] }, "<ul><li>a</li></ul>"],
  [{ type: "quote", text: "a", caption: "" }, "<figure><blockquote><p>a</p></blockquote></figure>"],
  [
    { type: "quote", text: "a", caption: "b" },
    "<figure><blockquote><p>a</p></blockquote><figcaption>b</figcaption></figure>",
  ],
  [{ type: "code", code: "a < b && c" }, "<pre><code>a &lt; b &amp;&amp; c</code></pre>"],
  [
    { type: "image", url: 'https://a.example/"x', caption: '<b>A "map"</b>' },
    '<figure><img src="https://a.example/&quot;x" alt="A &quot;map&quot;"><figcaption><b>A "map"</b></figcaption></figure>',
  ],
  [{ type: "delimiter" }, "<hr>"],
  [
    {
      type: "table",
      headings: true,
      rows: [
        ["a", "b"],
        ["1", "2"],
      ],
    },
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  [{ type: "table", headings: false, rows: [["1"]] }, "<table><tbody><tr><td>1</td></tr></tbody></table>"],
])("$type", (block, html) => {
  expect(blockSchema.parse(block)).toEqual(block);
  expect(blocksToHtml([block, { type: "delimiter" }])).toBe(`${html}\n<hr>`);
});
