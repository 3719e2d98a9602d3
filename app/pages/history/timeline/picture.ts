import { cutText } from "#domain/core/text/text.ts";
import type { Counted, Timeline } from "../../../history/timeline/timeline.ts";
import { counted } from "../../../ui/data/format.ts";

/** The size of the drawing in its own units. */
export const WIDE = 1000;
export const TOP = 26;
const LANE = 46;
const BARS_HIGH = 26;

/** A version, where it began. */
export type VersionMark = { readonly at: string; readonly label: string };

/** The lanes of bars, from top to bottom, with the kind that their filter has. */
const LANES = [
  { counted: "drafts", name: "Drafts" },
  { counted: "settings", name: "Settings" },
  { counted: "access", name: "Access" },
  { counted: "runs", name: "Runs" },
  { counted: "other", name: "Other" },
] as const satisfies readonly { counted: Counted; name: string }[];

export type BarDrawn = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of failed runs: the part of it that is drawn as such. */
  readonly bad: number;
  readonly title: string;
  readonly from: string;
  readonly until: string;
};
export type LaneDrawn = {
  readonly counted: (typeof LANES)[number]["counted"];
  readonly name: string;
  readonly most: number;
  /** The line on which its bars stand. */
  readonly base: number;
  readonly bars: readonly BarDrawn[];
};
export type MarkDrawn = {
  readonly x: number;
  readonly label: string | null;
  readonly title: string;
  readonly at: string;
};

export type Picture = {
  readonly high: number;
  /** Where the line of the versions is; null: nothing has versions. */
  readonly versionLine: number | null;
  readonly marks: readonly MarkDrawn[];
  readonly lanes: readonly LaneDrawn[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
};

/** Where a time is in the drawing, from its left to its right end. */
export function placeOf(time: string, { from, until }: Pick<Timeline, "from" | "until">): number {
  const share = (Date.parse(time) - Date.parse(from)) / (Date.parse(until) - Date.parse(from));
  return round(Math.min(1, Math.max(0, share)) * WIDE);
}

const round = (size: number) => Math.round(size * 10) / 10;

/** The drawing of a timeline; `words` names a bar, `marks` are versions. */
export function pictureOf(
  timeline: Timeline,
  versions: readonly VersionMark[],
  words: (bar: { readonly from: string }) => string,
): Picture {
  const used = LANES.filter(({ counted }) => timeline.bars.some(({ counts }) => (counts[counted] ?? 0) > 0));
  const versionLine = versions.length > 0 ? TOP + 30 : null;
  const start = versionLine === null ? TOP : versionLine + 18;
  const lanes = used.map((lane, at) => laneOf(timeline, lane, { base: start + (at + 1) * LANE, words }));
  return {
    ...{ high: start + lanes.length * LANE + 4, versionLine, lanes },
    marks: marksOf(timeline, versions),
    ticks: ticksOf(timeline),
  };
}

function laneOf(
  timeline: Timeline,
  { counted: kind, name }: (typeof LANES)[number],
  { base, words }: { readonly base: number; readonly words: (bar: { readonly from: string }) => string },
): LaneDrawn {
  const sizeOf = ({ counts }: Timeline["bars"][number]) =>
    Math.max(counts[kind] ?? 0, kind === "runs" ? (counts.failed ?? 0) : 0);
  const most = Math.max(1, ...timeline.bars.map(sizeOf));
  const high = (count: number) => (count === 0 ? 0 : Math.max(2, round((count / most) * BARS_HIGH)));
  const bars = timeline.bars.flatMap((bar): BarDrawn[] => {
    const count = sizeOf(bar);
    if (count === 0) return [];
    const failed = kind === "runs" ? (bar.counts.failed ?? 0) : 0;
    const x = placeOf(bar.from, timeline);
    const width = Math.max(2, round(placeOf(bar.until, timeline) - x - 1));
    const events = bar.counts[kind] ?? 0;
    const said = `${words(bar)}: ${countWords(kind, events)}${failed > 0 ? `, ${failed} failed` : ""}`;
    return [
      {
        ...{ x, width, height: high(count), y: round(base - high(count)), bad: Math.min(high(count), high(failed)) },
        ...{ title: said, from: bar.from, until: bar.until },
      },
    ];
  });
  return { counted: kind, name, most, base, bars };
}

/** "2 runs", "1 event about access". */
export function countWords(of: LaneDrawn["counted"], count: number): string {
  if (of === "runs") return counted(count, "run");
  return of === "other" ? counted(count, "other event") : `${counted(count, "event")} about ${of}`;
}

/** Marks whose labels would cover a later one have none. */
function marksOf(timeline: Timeline, versions: readonly VersionMark[]): readonly MarkDrawn[] {
  let free = Infinity;
  return versions
    .filter(({ at }) => at >= timeline.from)
    .toReversed()
    .map(({ at, label }) => {
      const x = placeOf(at, timeline);
      const isFree = x + 12 + 9 * label.length <= free;
      if (isFree) free = x;
      return { x, at, label: isFree ? label : null, title: `${label}, ${cutText(at, 10)}` };
    })
    .toReversed();
}

const TICKS = 6;
const months = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

function ticksOf(timeline: Timeline): Picture["ticks"] {
  const [from, until] = [Date.parse(timeline.from), Date.parse(timeline.until)];
  return Array.from({ length: TICKS }, (_, at) => {
    const time = new Date(from + ((until - from) / TICKS) * at);
    const month = months.format(time);
    const label = {
      hour: `${time.getUTCDate()} ${month} ${time.toISOString().slice(11, 16)}`,
      day: `${time.getUTCDate()} ${month}`,
      week: `${time.getUTCDate()} ${month} ${time.getUTCFullYear()}`,
      month: `${month} ${time.getUTCFullYear()}`,
      year: `${time.getUTCFullYear()}`,
    }[timeline.unit];
    return { x: round((WIDE / TICKS) * at), label };
  });
}
