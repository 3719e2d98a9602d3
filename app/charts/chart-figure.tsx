import type { Chart, ChartData, ChartPoint } from "#domain/core/values/chart.ts";
import { counted, formatCount, formatValue } from "../ui/data/format.ts";
import { ScrollTable } from "../ui/data/scroll-table.tsx";
import { AREA, labelled, placesOf, shortNumber, verticalRange } from "./chart-shape.ts";
import { valueWords } from "./choose-chart.ts";

const { width, height, left, right, top, bottom } = AREA;
const [WIDE, HIGH] = [width - left - right, height - top - bottom];

/** A chart as a drawing, with the rows that it is made of named below, and the same values as a table. */
export function ChartFigure({ chart, data }: { chart: Chart; data: ChartData }) {
  if (data.points.length === 0) return <p className="panel empty">There are no values to draw.</p>;
  const shown = data.points.length < data.groups;
  return (
    <figure className="panel chart">
      <Drawing chart={chart} data={data} />
      <figcaption className="meta">
        {valueWords(chart)}
        {chart.kind === "scatter" ? " against " : chart.kind === "histogram" ? ", by " : " by "}
        {chart.x}
        {data.unit && `, each point a ${data.unit}`}. {basisWords(data)}
        {shown &&
          (chart.kind === "bar"
            ? ` The ${formatCount(data.points.length)} largest of ${counted(data.groups, "group")}.`
            : ` ${formatCount(data.points.length)} of ${formatCount(data.groups)} points.`)}
      </figcaption>
      <details>
        <summary className="btn btn-quiet btn-sm">The values as a table</summary>
        <ScrollTable label="Values of the chart" heads={[chart.x, { label: valueWords(chart), num: true }]}>
          {data.points.map(({ x, y }, at) => (
            <tr key={at}>
              <th scope="row">{label(x)}</th>
              <td className={y === null ? "null" : "num"}>{y === null ? "empty" : formatValue(y)}</td>
            </tr>
          ))}
        </ScrollTable>
      </details>
    </figure>
  );
}

function basisWords({ read, rows }: ChartData): string {
  if (read >= rows) return `Read from all ${counted(rows, "row")} of the table.`;
  return `Read from ${counted(read, "row")} of ${formatCount(rows)}, taken at equal distances.`;
}

const label = (x: ChartPoint["x"]) => (typeof x === "number" ? shortNumber(x) : x === "" ? '""' : x);

function Drawing({ chart, data }: { chart: Chart; data: ChartData }) {
  const { kind } = chart;
  const { points } = data;
  const ticks = verticalRange(points, kind !== "line" && kind !== "scatter");
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const at = (y: number) => top + HIGH - ((y - low) / (high - low || 1)) * HIGH;
  const places = placesOf(data, kind === "scatter").map((place) => left + place * WIDE);
  const title = `${valueWords(chart)} by ${chart.x}, ${counted(points.length, "value")} from ${ends(points)}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={left} x2={width - right} y1={at(tick)} y2={at(tick)} />
          <text x={left - 6} y={at(tick) + 4} textAnchor="end">
            {shortNumber(tick)}
          </text>
        </g>
      ))}
      <HorizontalLabels points={points} places={places} kind={kind} />
      {kind === "line" && <Line points={points} places={places} at={at} />}
      {kind === "scatter" &&
        points.map(({ y }, n) => y !== null && <circle key={n} className="mark" cx={places[n]} cy={at(y)} r="2.5" />)}
      {(kind === "bar" || kind === "histogram") && <Bars points={points} places={places} at={at} kind={kind} />}
    </svg>
  );
}

function ends(points: readonly ChartPoint[]): string {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const [low, high] = [
    values.reduce((a, b) => Math.min(a, b), Infinity),
    values.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  return `${shortNumber(low)} to ${shortNumber(high)}`;
}

type Placed = {
  points: readonly ChartPoint[];
  places: readonly number[];
  at: (y: number) => number;
};

/** A line that is broken where a value is missing. */
function Line({ points, places, at }: Placed) {
  const path = points.map(({ y }, n) => {
    const joins = n > 0 && points[n - 1]?.y !== null;
    return y === null ? "" : `${joins ? "L" : "M"}${(places[n] ?? 0).toFixed(1)} ${at(y).toFixed(1)}`;
  });
  return (
    <>
      <path className="line" d={path.join("")} />
      {points.length <= 60 &&
        points.map(
          ({ x, y }, n) =>
            y !== null && (
              <circle key={n} className="mark" cx={places[n]} cy={at(y)} r="2.5">
                <title>{`${label(x)}: ${shortNumber(y)}`}</title>
              </circle>
            ),
        )}
    </>
  );
}

function Bars({ points, places, at, kind }: Placed & { kind: "bar" | "histogram" }) {
  const space = (WIDE / Math.max(1, points.length)) * (kind === "bar" ? 0.25 : 0.06);
  const wide = WIDE / Math.max(1, points.length) - space;
  return points.map(({ x, y }, n) => {
    if (y === null) return null;
    const [from, to] = [Math.min(at(y), at(0)), Math.max(at(y), at(0))];
    return (
      <rect
        key={n}
        className="mark"
        x={(places[n] ?? 0) - wide / 2}
        y={from}
        width={wide}
        height={Math.max(1, to - from)}
      >
        <title>{`${label(x)}: ${shortNumber(y)}`}</title>
      </rect>
    );
  });
}

const LABELS = 6;
const LABEL_CHARACTERS = 14;

/** The first, the last and some values between them; of bars those at equal distances. */
function HorizontalLabels({ points, places, kind }: Pick<Placed, "points" | "places"> & Pick<Chart, "kind">) {
  const isScatter = kind === "scatter";
  const order = points.map((_, at) => at);
  if (isScatter) order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const chosen = isScatter ? [order[0] ?? 0, order.at(-1) ?? 0] : labelled(points.length, LABELS, kind === "line");
  return chosen.map((n, at) => {
    const text = String(label(points[n]?.x ?? ""));
    // The middle of the last label of a line would be too near to the edge.
    const isEnd = isScatter ? at === 1 : kind === "line" && at > 0 && n === points.length - 1;
    return (
      <text
        key={n}
        className={at % 2 === 0 ? undefined : "between"}
        x={places[n]}
        y={height - bottom + 18}
        textAnchor={isEnd ? "end" : isScatter ? "start" : "middle"}
      >
        {[...text].length > LABEL_CHARACTERS ? `${[...text].slice(0, LABEL_CHARACTERS - 1).join("")}…` : text}
      </text>
    );
  });
}
