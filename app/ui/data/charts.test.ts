import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Strip } from "./charts.tsx";
import type { ColumnShape } from "./item.ts";

const drawn = (columns: ColumnShape[]) => renderToStaticMarkup(createElement(Strip, { columns }));

test("a strip has a bar for each column, and says how much of it is filled", () => {
  const strip = drawn([
    { name: "day", kind: "date" },
    { name: "rain", kind: "number", filled: 0.5 },
  ]);
  expect(strip).toContain('aria-label="2 columns: 1 date, 1 number"');
  expect(strip).toContain('<rect class="k-date" x="0" width="6" y="0" height="28"><title>day: date</title></rect>');
  const title = "<title>rain: number, 50 % filled</title>";
  expect(strip).toContain(`<rect class="gap" x="8" width="6" y="0" height="14">${title}</rect>`);
  expect(strip).toContain(`<rect class="k-number" x="8" width="6" y="14" height="14">${title}</rect>`);
});

test("the name of a column stays text in its strip", () => {
  const name = `</title><script>alert("1")</script>&'`;
  const strip = drawn([{ name, kind: "text" }]);
  expect(strip).toContain(
    "<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#x27;: text</title>",
  );
  expect(strip).not.toContain("<script");
});
