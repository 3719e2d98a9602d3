import { expect, test } from "vitest";
import { chartAsked, chartParameters, firstChart } from "./choose-chart.ts";

const columns = (...all: readonly (readonly [string, string])[]) => all.map(([name, type]) => ({ name, type }));

test.each([
  [
    columns(["day", "date"], ["level", "bigint"], ["place", "text"]),
    { kind: "line", x: "day", y: "level", aggregate: "mean" },
  ],
  [columns(["place", "text"], ["station_id", "bigint"], ["level", "numeric"]), { kind: "bar", x: "place", y: "level" }],
  [columns(["place", "text"]), { kind: "bar", x: "place", y: null, aggregate: "count" }],
  [columns(["level", "bigint"]), { kind: "histogram", x: "level", y: null }],
  [columns(["level", "bigint"], ["rain", "double precision"]), { kind: "scatter", x: "level", y: "rain" }],
  [columns(["at", "time"], ["level", "bigint"]), { kind: "histogram", x: "level" }],
] as const)("the first chart follows from the types of the columns", (given, chart) => {
  expect(firstChart(given)).toMatchObject(chart);
});

test("a table of JSON has no chart", () => {
  expect(firstChart(columns(["row", "jsonb"]))).toBeNull();
  expect(chartAsked(new URLSearchParams("x=row"), columns(["row", "jsonb"]))).toBeNull();
});

test("what a URL asks for is shown as far as it fits the columns", () => {
  const all = columns(["day", "date"], ["level", "bigint"], ["place", "text"]);
  const asked = (query: string) => chartAsked(new URLSearchParams(query), all);
  const bars = { kind: "bar", x: "place", y: "level", aggregate: "max" };
  expect(asked("kind=bar&x=place&y=level&aggregate=max")).toEqual(bars);
  expect(asked(String(chartParameters(asked("kind=bar&x=place&y=level&aggregate=max")!)))).toEqual(bars);
  expect(asked("kind=line&x=place")).toEqual({ kind: "bar", x: "place", y: null, aggregate: "count" });
  expect(asked("kind=bar&x=place&y=day&aggregate=sum")).toMatchObject({ y: null, aggregate: "count" });
  expect(asked("kind=scatter&x=level")).toMatchObject({ kind: "scatter", y: "level" });
  expect(asked("x=nowhere&kind=constructor")).toEqual(firstChart(all));
});
