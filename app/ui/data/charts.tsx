import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Markup, markup } from "#domain/core/text/writers/markup.ts";
import { counted, formatCount, formatShare, formatShares } from "./format.ts";
import type { ColumnKind, ColumnShape } from "./item.ts";
import { kindNames } from "./item.ts";

const bar = 6;
const step = 8;
const tall = 28;
const most = 40;

/**
 * A bar per column in table order; its height is the share of filled cells (full if unknown), its colour the kind. Cut
 * after 40 with "+61".
 */
export function Strip({ columns }: { columns: ColumnShape[] }) {
  if (columns.length === 0) return null;
  const shown = columns.slice(0, most);
  const cut = columns.length - shown.length;
  const width = shown.length * step - 2;
  const name = stripName(columns);
  const drawing = (
    <svg
      className="strip"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${tall}`}
      width={width}
      height={tall}
      dangerouslySetInnerHTML={{ __html: String(markup`<g aria-hidden="true">${shown.map(barMarkup)}</g>`) }}
    />
  );
  return cut === 0 ? (
    drawing
  ) : (
    <span className="strip-cut">
      {drawing}
      <span className="meta" aria-hidden="true">
        +{cut}
      </span>
    </span>
  );
}

/** A bar as text: a page has hundreds, and as elements they would take half the time of rendering it. */
function barMarkup(column: ColumnShape, at: number): Markup {
  const filled = column.filled ?? 1;
  const full = Math.round(Math.min(1, Math.max(0, filled)) * tall * 10) / 10;
  const said = `${column.name}: ${kindNames[column.kind]}${filled < 1 ? `, ${formatShare(filled)} filled` : ""}`;
  const title = markup`<title>${said}</title>`;
  const rect = (look: string, y: number, height: number) =>
    markup`<rect class="${look}" x="${at * step}" width="${bar}" y="${y}" height="${height}">${title}</rect>`;
  return markup`${full < tall ? rect("gap", 0, tall - full) : ""}${rect(`k-${column.kind}`, tall - full, full)}`;
}

function stripName(columns: ColumnShape[]): string {
  const counts = new Map<ColumnKind, number>();
  for (const { kind } of columns) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].sort((a, b) => b[1] - a[1]).map(([kind, n]) => `${n} ${kindNames[kind]}`);
  return `${counted(columns.length, "column")}: ${kinds.join(", ")}`;
}

/** The legend of strips; screen readers read the strips' own names instead. `filled`: the heights have a meaning. */
export function StripLegend({ filled = false }: { filled?: boolean }) {
  return (
    <div className="legend meta" aria-hidden="true">
      <span>One bar is one column{filled && ", its height the share of filled cells"}:</span>
      {(["number", "text", "date", "bool", "json"] as const).map((kind) => (
        <span key={kind}>
          <svg viewBox="0 0 8 12" className="inline">
            <rect className={`k-${kind}`} width="8" height="12" />
          </svg>
          {kindNames[kind]}
        </span>
      ))}
    </div>
  );
}

/**
 * Rows in equal steps, linear; at least 1 px for a step with a row. `titles` describes each step, `hrefs` leads to its rows:
 * for pointers, because the filter form beside the table does the same.
 */
export function Histogram({
  bins,
  titles,
  hrefs,
  kind,
  name,
}: {
  bins: readonly number[];
  titles: readonly string[];
  hrefs?: readonly (string | null)[];
  kind: ColumnKind;
  name: string;
}) {
  const most = Math.max(1, ...bins);
  const height = (n: number) => (n === 0 ? 0 : Math.max(1, Math.round((n / most) * 440) / 10));
  const viewBox = `0 0 ${bins.length * 7 - 1} 44`;
  const bars = bins.map((n, at) => (
    <BarLink key={at} href={hrefs?.[at] ?? null}>
      <title>{titles[at]}</title>
      <rect className="hit" x={at * 7} width="7" height="44" />
      <rect className={`k-${kind}`} x={at * 7} y={44 - height(n)} width="6" height={height(n)} />
    </BarLink>
  ));
  // An image has no links in it for readers: they get its name instead.
  return hrefs ? (
    <>
      <span className="visually-hidden">{name}</span>
      <svg className="hist" viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        {bars}
      </svg>
    </>
  ) : (
    <svg className="hist" viewBox={viewBox} preserveAspectRatio="none" role="img" aria-label={name}>
      {bars}
    </svg>
  );
}

function BarLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    <g aria-hidden="true">{children}</g>
  ) : (
    // Hidden itself as well: Chromium makes the titles of links in a hidden drawing part of the header's name.
    <Link to={href} tabIndex={-1} aria-hidden="true" preventScrollReset>
      {children}
    </Link>
  );
}

/** The most common values with their shares of all rows, each on its bar. `href` leads to the rows with a value. */
export function TopValues({
  top,
  href,
}: {
  top: readonly { value: string; share: number }[];
  href?: (value: string) => string;
}) {
  const words = formatShares(top.map(({ share }) => share));
  return (
    <ul className="tops">
      {top.map(({ value, share }, at) => (
        <li key={value}>
          <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.round(share * 1000) / 10} height="14" />
          </svg>
          <span className="v" title={value}>
            {href ? (
              <Link to={href(value)} tabIndex={-1} preventScrollReset>
                {value === "" ? '""' : value}
              </Link>
            ) : value === "" ? (
              '""'
            ) : (
              value
            )}
          </span>
          <span>{words[at]}</span>
        </li>
      ))}
    </ul>
  );
}

/** A line that is dotted for the share of empty cells, with the share beside it. */
export function NullGauge({ filled }: { filled: number }) {
  const words = filled >= 1 ? "none empty" : `${formatShare(1 - filled)} empty`;
  return (
    <p className="gauge">
      <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        <rect className="full" width={Math.round(filled * 1000) / 10} height="3" />
        {filled < 1 && <path className="void" d={`M${Math.min(100, filled * 100 + 1).toFixed(1)} 1.5H100`} />}
      </svg>
      {words}
    </p>
  );
}

/** Used solid, planned hatched, the rest empty. */
export function Quota({
  used,
  planned = 0,
  limit,
  name,
}: {
  used: number;
  planned?: number;
  limit: number;
  name: string;
}) {
  return (
    <svg
      className="quota"
      viewBox={`0 0 ${Math.max(1, limit)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${formatCount(used)} of ${formatCount(limit)}`}
    >
      <rect className="used" width={Math.min(used, limit)} height="1" />
      {planned > 0 && <path className="planned" d={`M${used} 0.5H${Math.min(limit, used + planned)}`} />}
    </svg>
  );
}

export type RunBar = { id: string; outcome: "ok" | "warn" | "bad"; size: number; name: string };

/** A bar per run, oldest first; its height is the size, a failed run is a cross in a pale slot. */
export function RunStrip({ runs, name }: { runs: RunBar[]; name: string }) {
  const largest = Math.max(0.1, ...runs.map((run) => run.size));
  const slots = Math.max(28, runs.length);
  return (
    <svg className="run-strip" viewBox={`0 0 ${slots * 19} 48`} role="img" aria-label={name}>
      {runs.map((run, at) => {
        const x = (slots - runs.length + at) * 19 + 3;
        const height = Math.max(2, (run.size / largest) * 46);
        return (
          <g key={run.id} className={`r-${run.outcome}`}>
            <title>{run.name}</title>
            {run.outcome === "bad" ? (
              <>
                <rect className="slot" x={x} y="2" width="13" height="46" />
                <path d={`M${x + 3.5} 38l6 6m0-6l-6 6`} />
              </>
            ) : (
              <rect x={x} y={48 - height} width="13" height={height} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Requests over the time of a run, in equal sections; the failed ones are stacked on the others. */
export function RequestStrip({ bins, name }: { bins: { requests: number; failed: number }[]; name: string }) {
  const most = Math.max(1, ...bins.map((bin) => bin.requests));
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * 46));
  return (
    <svg className="run-strip" viewBox={`0 0 ${bins.length * 9} 48`} role="img" aria-label={name}>
      {bins.map(({ requests, failed }, at) => (
        <g key={at}>
          <g className="r-ok">
            <rect x={at * 9 + 1} y={48 - height(requests)} width="7" height={height(requests)} />
          </g>
          {failed > 0 && (
            <g className="r-failed">
              <rect x={at * 9 + 1} y={48 - height(requests)} width="7" height={height(failed)} />
            </g>
          )}
        </g>
      ))}
    </svg>
  );
}

/** A figure of a row as a bar beside it; screen readers read the figure. */
export function RowBar({ value, most, tone }: { value: number; most: number; tone?: "bad" | undefined }) {
  if (value === 0) return null;
  return (
    <svg
      className={tone ? `row-bar row-bar-${tone}` : "row-bar"}
      viewBox="0 0 120 8"
      width="120"
      height="8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={Math.max(1, (value / Math.max(1, most)) * 120)} height="8" />
    </svg>
  );
}
