import { expect, test } from "vitest";
import { type MarkdownNode, parseMarkdown } from "./parse-markdown.ts";

const shown = (node: MarkdownNode): string => {
  if (typeof node === "string") return node;
  const inside = node.children.map(shown).join("");
  return "href" in node ? `<a ${node.href}>${inside}</a>` : `<${node.tag}>${inside}</${node.tag}>`;
};
const html = (text: string) => parseMarkdown(text).map(shown).join("");

test("headings, lists, tables, code and links become elements, headings below those of the page", () => {
  expect(html("# Gauges\n\nRead *daily*, see [how](https://example.org/a).")).toBe(
    "<h3>Gauges</h3><p>Read <em>daily</em>, see <a https://example.org/a>how</a>.</p>",
  );
  expect(html("- a\n- **b**\n\n1. c")).toBe("<ul><li>a</li><li><strong>b</strong></li></ul><ol><li>c</li></ol>");
  expect(html("|a|b|\n|-|-|\n|1|2|")).toBe(
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
  );
  expect(html("`x < y`\n\n    <b>")).toBe("<p><code>x < y</code></p><pre><code><b>\n</code></pre>");
});

test("HTML stays text, and only addresses of the web become links", () => {
  expect(html("<script>alert(1)</script>")).toBe("<p><script>alert(1)</script></p>");
  expect(parseMarkdown("<b onclick=a()>x</b>")).toEqual([{ tag: "p", children: ["<b onclick=a()>x</b>"] }]);
  for (const address of ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "/account", "//evil.example"])
    expect([address, html(`[x](${address})`).includes("<a ")]).toEqual([address, false]);
  expect(html("![map](https://example.org/m.png)")).toBe("<p><a https://example.org/m.png>map</a></p>");
});

test("deep nesting is bounded", () => {
  const depth = (node: MarkdownNode): number =>
    typeof node === "string" ? 0 : 1 + Math.max(0, ...node.children.map(depth));
  expect(Math.max(...parseMarkdown(">".repeat(20_000) + " a").map(depth))).toBeLessThan(30);
  expect(Math.max(...parseMarkdown("**a _b ".repeat(5_000)).map(depth))).toBeLessThan(60);
});
