import { expect, test } from "vitest";
import { hostileMarkdown } from "#testing/hostile/texts.ts";
import { type MarkdownNode, MOST_NODES, parseMarkdown } from "./parse-markdown.ts";

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

/** The sentence at the end. */
const REST_NODES = 3;
const sizeOf = (nodes: readonly MarkdownNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + (typeof node === "string" ? 0 : sizeOf(node.children)), 0);

test("no text becomes more elements than a page shows, and it says so", () => {
  const beyond = hostileMarkdown(49_900).flatMap(({ name, text }) => {
    const nodes = parseMarkdown(text);
    const size = sizeOf(nodes);
    if (size > MOST_NODES + REST_NODES) return [`${name}: ${size}`];
    return size > MOST_NODES && !shown(nodes.at(-1)!).includes("The rest of this text is not shown") ? [name] : [];
  });
  expect(beyond).toEqual([]);
  const long = parseMarkdown("one\n\n".repeat(8_000));
  expect(shown(long[0]!)).toBe("<p>one</p>");
  expect(shown(long.at(-1)!)).toBe("<p><em>The rest of this text is not shown: it has too many parts.</em></p>");
});

test("a table of too many cells stays text, and the ones before it are tables", () => {
  const table = (columns: number, rows: number) =>
    `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b|\n".repeat(rows)}\n`;
  const tags = (text: string) =>
    parseMarkdown(text).map((node) => typeof node === "object" && "tag" in node && node.tag);
  expect(tags(table(10, 100))).toEqual(["table"]);
  expect(tags(table(10, 100) + table(50, 100) + table(2, 3))).toEqual(["table", "p", "table"]);
  expect(tags(table(100, 10).repeat(100)).filter((tag) => tag === "table")).toHaveLength(2);
});

test("a text is parsed once", () => {
  const text = `Once ${"*a*".repeat(1_000)}`;
  expect(parseMarkdown(text)).toBe(parseMarkdown(text));
});
