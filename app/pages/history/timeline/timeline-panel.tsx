import { Link } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { Timeline, TimelineBar } from "../../../history/timeline/timeline.ts";
import { counted as countOf, formatCount, formatDate } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { type HistoryAddress, historyHref } from "../history-address.ts";
import { type LaneDrawn, type Picture, pictureOf, placeOf, TOP, type VersionMark, WIDE } from "./picture.ts";

type Shown = {
  readonly timeline: Timeline;
  readonly versions: readonly VersionMark[];
  readonly address: HistoryAddress;
  /** The time that is read; null: now. */
  readonly asOf: string | null;
};

/** When how much happened, as a drawing whose bars lead to their events, and as a table. */
export function TimelinePanel(shown: Shown) {
  const { timeline, versions } = shown;
  const picture = pictureOf(timeline, versions, (bar) => unitWords(bar.from, timeline.unit));
  return (
    <section className="panel time-panel" aria-labelledby="timeline">
      <div className="panel-head">
        <h2 id="timeline">Timeline</h2>
        <span className="meta">
          {timeline.isCut && "the latest "}
          {countOf(timeline.total, "event")}, a bar for each {timeline.unit}
        </span>
      </div>
      <p className="visually-hidden">{pictureWords(picture, timeline)}</p>
      <div className="time-scroll" role="region" aria-labelledby="timeline" tabIndex={0}>
        <Drawing {...shown} picture={picture} />
      </div>
      <details className="panel-foot whole">
        <summary>As a table</summary>
        <TimelineTable {...shown} picture={picture} />
      </details>
    </section>
  );
}

/** The drawing in words, for readers. */
function pictureWords({ lanes, marks }: Picture, { from, until, unit }: Timeline): string {
  const said = lanes.map(({ name, most }) => `${name}: at most ${formatCount(most)} per ${unit}`);
  const named = marks.length > 0 ? [`${countOf(marks.length, "version")}, the last ${marks.at(-1)?.title ?? ""}`] : [];
  return `From ${formatDate(from)} to ${formatDate(until)}. ${[...named, ...said].join(". ")}. The table below has all figures.`;
}

function Drawing({ timeline, address, asOf, picture }: Shown & { picture: Picture }) {
  const { high, versionLine, marks, lanes, ticks } = picture;
  const later = asOf === null ? null : placeOf(asOf, timeline);
  const chosen = address.from !== "" && address.to !== "" && isTime(address.from) && isTime(address.to);
  return (
    <svg className="timeline" viewBox={`0 0 ${WIDE} ${high}`} aria-hidden="true">
      <defs>
        <pattern id="later" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" className="hatch" />
        </pattern>
      </defs>
      {ticks.map(({ x, label }) => (
        <g key={x}>
          <path className="grid" d={`M${x} ${TOP - 4}V${high}`} />
          <text x={x + 4} y={TOP - 10}>
            {label}
          </text>
        </g>
      ))}
      {chosen && <Chosen address={address} timeline={timeline} high={high} />}
      {versionLine !== null && marks.length > 0 && (
        <>
          <path className="main" d={`M${marks[0]!.x} ${versionLine}H${later ?? placeOf(timeline.until, timeline)}`} />
          {marks.map(({ x, at, label, title }) => (
            <Link key={at} to={historyHref(address, { as_of: at })} tabIndex={-1}>
              <title>{title}</title>
              <circle className="mark" cx={Math.min(WIDE - 8, Math.max(8, x))} cy={versionLine} r="6" />
              {label !== null && (
                <text className="v" x={Math.min(WIDE - 30, Math.max(8, x) + 2)} y={versionLine - 11}>
                  {label}
                </text>
              )}
            </Link>
          ))}
        </>
      )}
      {lanes.map((lane) => (
        <Lane key={lane.counted} lane={lane} address={address} timeline={timeline} />
      ))}
      {later !== null && later < WIDE - 2 && (
        <g>
          <rect x={later} y={TOP - 4} width={WIDE - later} height={high - TOP + 4} fill="url(#later)" />
          <path className="now" d={`M${later} ${TOP - 8}V${high}`} />
          {later < WIDE - 190 && (
            <text className="later" x={later + 12} y={high / 2 + 12}>
              after this moment: not shown
            </text>
          )}
        </g>
      )}
    </svg>
  );
}

/** The part of the time that the filter shows. */
function Chosen({ address, timeline, high }: Pick<Shown, "address" | "timeline"> & { high: number }) {
  const [x, end] = [placeOf(dayStart(address.from), timeline), placeOf(dayEnd(address.to), timeline)];
  return <rect className="chosen" x={x} y={TOP - 4} width={Math.max(2, end - x)} height={high - TOP + 4} />;
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text));
const isDay = (text: string) => text.length === 10;
const dayStart = (text: string) => (isDay(text) ? `${text}T00:00:00Z` : text);
const dayEnd = (text: string) => (isDay(text) ? `${text}T23:59:59Z` : text);

function Lane({ lane, address, timeline }: Pick<Shown, "address" | "timeline"> & { lane: LaneDrawn }) {
  const { counted, name, base, bars, most } = lane;
  return (
    <g>
      <path className="grid" d={`M0 ${base}H${WIDE}`} />
      {bars.map((bar) => (
        <Link
          key={bar.from}
          to={barHref(bar, { counted, address, unit: timeline.unit })}
          tabIndex={-1}
          preventScrollReset
        >
          <title>{bar.title}</title>
          <rect className="hit" x={bar.x} y={base - 30} width={bar.width + 1} height="30" />
          <rect className={`bar lane-${counted}`} x={bar.x} y={bar.y} width={bar.width} height={bar.height} />
          {bar.bad > 0 && <rect className="bad" x={bar.x} y={base - bar.bad} width={bar.width} height={bar.bad} />}
        </Link>
      ))}
      <text className="lane-name" x="4" y={base - 31}>
        {name} <tspan className="most">up to {formatCount(most)}</tspan>
      </text>
    </g>
  );
}

/** The events of a bar: those of its time and, where it is one, of its kind. */
function barHref(
  { from, until }: Pick<TimelineBar, "from" | "until">,
  { counted, address, unit }: { counted: LaneDrawn["counted"] | null; address: HistoryAddress; unit: Timeline["unit"] },
): string {
  const last = new Date(Date.parse(until) - 1_000).toISOString();
  const length = unit === "hour" ? 19 : 10;
  const times = [from, last].map((time) => time.slice(0, length) + (unit === "hour" ? "Z" : ""));
  const about = counted === null || counted === "other" ? "" : counted;
  return historyHref(address, { from: times[0]!, to: times[1]!, about });
}

/** "14 June 2026", "the week of 8 June 2026", "June 2026". */
function unitWords(from: string, unit: Timeline["unit"]): string {
  const day = formatDate(from);
  switch (unit) {
    case "hour":
      return `${day}, ${from.slice(11, 16)} UTC`;
    case "day":
      return day;
    case "week":
      return `the week of ${day}`;
    case "month":
      return day.replace(/^\d+ /, "");
    case "year":
      return cutText(from, 4);
  }
}

function TimelineTable({ timeline, address, picture }: Shown & { picture: Picture }) {
  const hasVersions = timeline.bars.some(({ counts }) => (counts.versions ?? 0) > 0);
  const hasFailed = timeline.bars.some(({ counts }) => (counts.failed ?? 0) > 0);
  const columns = [
    ...(hasVersions ? [{ counted: "versions", name: "Versions" } as const] : []),
    ...picture.lanes,
    ...(hasFailed ? [{ counted: "failed", name: "Failed runs" } as const] : []),
  ];
  const heads = ["Time", ...columns.map(({ name }) => ({ label: name, num: true }))];
  return (
    <ScrollTable label="Timeline, the latest first" heads={heads}>
      {timeline.bars.toReversed().map((bar) => (
        <tr key={bar.from}>
          <th scope="row">
            <Link to={barHref(bar, { counted: null, address, unit: timeline.unit })} preventScrollReset>
              {unitWords(bar.from, timeline.unit)}
            </Link>
          </th>
          {columns.map(({ counted, name }) => (
            <td key={counted} className="num" data-head={name}>
              {formatCount(bar.counts[counted] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
