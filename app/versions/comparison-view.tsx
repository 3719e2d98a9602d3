import type { Comparison } from "#domain/core/ports/tables/table-versions.ts";
import type { JsonValue } from "#domain/core/values/json.ts";
import { counted, formatCount } from "../ui/data/format.ts";
import { ScrollTable } from "../ui/data/scroll-table.tsx";

const WIDTH = 400;
const HEIGHT = 14;
/** Columns of a row that are shown; more would not be read. */
const SHOWN_COLUMNS = 8;

type Kind = "added" | "changed" | "removed" | "unchanged";
const KINDS: readonly { readonly kind: Kind; readonly sign: string }[] = [
  { kind: "added", sign: "+" },
  { kind: "changed", sign: "~" },
  { kind: "removed", sign: "−" },
  { kind: "unchanged", sign: "=" },
];

/** What is different: counts as a bar, columns, and some rows of each kind. `kinds`: those that can occur. */
export function ComparisonView({
  comparison,
  kinds = ["added", "changed", "removed", "unchanged"],
}: {
  comparison: Comparison;
  kinds?: readonly Kind[];
}) {
  const { columns, samples, counts, key } = comparison;
  return (
    <div className="stack">
      <ChangeBar counts={counts} kinds={kinds} />
      <p className="meta">
        {key.length > 0
          ? `Rows are matched by ${key.join(", ")}.`
          : "Whole rows are compared, because no key is known."}
      </p>
      <ColumnChanges columns={columns} />
      {samples.changed.length > 0 && <ChangedRows keyNames={key} rows={samples.changed} count={counts.changed} />}
      {samples.added.length > 0 && <RowList title="Added" rows={samples.added} count={counts.added} look="added" />}
      {kinds.includes("removed") && samples.removed.length > 0 && (
        <RowList title="Removed" rows={samples.removed} count={counts.removed} look="removed" />
      )}
    </div>
  );
}

type Bar = { readonly kind: Kind; readonly x: number; readonly width: number };

/** One after the other. A kind that occurs is at least two units wide. */
function barsOf(counts: readonly (readonly [Kind, number])[], total: number): readonly Bar[] {
  return counts
    .filter(([, count]) => count > 0)
    .reduce<readonly Bar[]>((bars, [kind, count]) => {
      const last = bars.at(-1);
      const width = Math.max(2, Math.round((count / total) * WIDTH));
      return [...bars, { kind, x: last ? last.x + last.width : 0, width }];
    }, []);
}

/** The counts as one bar with a legend. */
function ChangeBar({ counts, kinds }: { counts: Comparison["counts"]; kinds: readonly Kind[] }) {
  const shown = KINDS.filter(({ kind }) => kinds.includes(kind));
  const total = shown.reduce((sum, { kind }) => sum + counts[kind], 0);
  const said = shown.map(({ kind }) => `${formatCount(counts[kind])} ${kind}`).join(", ");
  return (
    <div>
      {total > 0 && (
        <svg
          className="diff-bar"
          role="img"
          aria-label={`Rows: ${said}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {barsOf(
            shown.map(({ kind }) => [kind, counts[kind]] as const),
            total,
          ).map(({ kind, x, width }) => (
            <rect key={kind} className={`diff-${kind}`} x={x} width={width} height={HEIGHT} />
          ))}
        </svg>
      )}
      <ul className="diff-legend">
        {shown.map(({ kind, sign }) => (
          <li key={kind}>
            <span className={`diff-sign diff-${kind}`} aria-hidden="true">
              {sign}
            </span>{" "}
            <strong>{formatCount(counts[kind])}</strong> {kind}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ColumnChanges({ columns: { added, removed, retyped } }: Pick<Comparison, "columns">) {
  if (added.length + removed.length + retyped.length === 0) return null;
  return (
    <ul className="diff-columns">
      {added.length > 0 && <li>New columns: {added.map(({ name }) => name).join(", ")}</li>}
      {removed.length > 0 && <li>Columns that are gone: {removed.map(({ name }) => name).join(", ")}</li>}
      {retyped.map(({ name, before, after }) => (
        <li key={name}>
          {name} was {before} and is {after} now
        </li>
      ))}
    </ul>
  );
}

type RowValues = Readonly<Record<string, JsonValue>>;

function ChangedRows({
  keyNames,
  rows,
  count,
}: {
  keyNames: readonly string[];
  rows: Comparison["samples"]["changed"];
  count: number;
}) {
  return (
    <div>
      <h3>Changed{shownOf(rows.length, count)}</h3>
      <ScrollTable label="Changed rows" heads={["Row", "Column", "Before", "Now"]}>
        {rows.map(({ row, cells }) =>
          cells.map(({ column, before, after }) => {
            const name = keyNames.map((key) => cellText(row[key] ?? null)).join(", ");
            return (
              <tr key={`${name} ${column}`}>
                <td data-head="Row">{name}</td>
                <td data-head="Column">{column}</td>
                <td data-head="Before">
                  <del>{cellText(before)}</del>
                </td>
                <td data-head="Now">
                  <ins>{cellText(after)}</ins>
                </td>
              </tr>
            );
          }),
        )}
      </ScrollTable>
    </div>
  );
}

function RowList({
  title,
  rows,
  count,
  look,
}: {
  title: string;
  rows: readonly RowValues[];
  count: number;
  look: Kind;
}) {
  const all = Object.keys(rows[0] ?? {});
  const names = all.slice(0, SHOWN_COLUMNS);
  return (
    <div>
      <h3>
        {title}
        {shownOf(rows.length, count)}
      </h3>
      {names.length < all.length && (
        <p className="meta">
          The first {SHOWN_COLUMNS} of {counted(all.length, "column")}.
        </p>
      )}
      <ScrollTable label={`${title} rows`} heads={names} className={`diff-rows-${look}`}>
        {rows.map((row, at) => (
          <tr key={at}>
            {names.map((name) => (
              <td key={name} data-head={name}>
                {cellText(row[name] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </div>
  );
}

function shownOf(shown: number, count: number): string {
  return shown < count ? ` (the first ${formatCount(shown)} of ${formatCount(count)})` : "";
}

function cellText(value: JsonValue): string {
  if (value === null) return "empty";
  if (value === "") return '""';
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
