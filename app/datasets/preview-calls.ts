import type { ExactNumbers } from "#domain/core/values/table.ts";
import type { Preview } from "#domain/core/ports/work-ports.ts";
import type { VersionAsked } from "#projections/tables/version-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { JsonText } from "../http/json-api/endpoint.ts";
import { type CallResult, refuse, type Refused } from "../http/call-result.ts";
import { versionTag } from "../http/version-tag.ts";
import type { AppContext } from "../platform.ts";
import { tableAsked, versionAsked } from "../versions/version-asked.ts";

const FULL_ROWS = 100;
const SAMPLE_ROWS = 10;
/** How long a page waits for room to read its rows; after that it is shown without them. */
const PREVIEW_WAIT_MS = 3_000;

type Context = Pick<AppContext, "platform" | "clientAddress" | "signal">;
type Sample = { readonly sample: boolean };

/** The rows of a table on a page: the latest 100 with access, the first 10 of a public one as a sample without. */
export async function previewOf(
  context: Context,
  reference: string,
  viewer: UserRow | null,
  asked: VersionAsked | null = null,
): Promise<CallResult<Omit<Preview, "lines"> & Sample & { readonly version: number }>> {
  const found = await look(context, reference, viewer, "number", asked);
  if (!found.ok) return found;
  const { lines: _, runs, knowsRuns, ...shown } = found.value;
  return { ok: true, value: { ...shown, ...(runs && knowsRuns ? { runs } : {}) } };
}

/** The same rows in the API: every number with all of its digits. */
export async function previewAnswer(
  context: Context,
  reference: string,
  viewer: UserRow | null,
  { bigint, ...asked }: { readonly bigint: ExactNumbers; readonly version?: string; readonly as_of?: string },
): Promise<JsonText | Refused> {
  const of = versionAsked(asked);
  if (!of.ok) return of;
  const found = await look(context, reference, viewer, bigint, of.value);
  if (!found.ok) return found;
  const { lines, rows: _, columns, version, runs: __, knowsRuns: ___, ...rest } = found.value;
  const after = JSON.stringify(rest).slice(1);
  return {
    status: 200,
    headers: { ETag: versionTag(version, "") },
    text: `{"columns":${JSON.stringify(columns)},"rows":[${lines.join(",")}],${after}`,
  };
}

async function look(
  { platform, clientAddress, signal }: Context,
  reference: string,
  viewer: UserRow | null,
  exactNumbers: ExactNumbers,
  asked: VersionAsked | null,
): Promise<CallResult<Preview & Sample & { readonly version: number; readonly knowsRuns: boolean }>> {
  const found = await tableAsked(platform, reference, viewer?.id ?? null, asked);
  if (!found.ok) return found;
  const { table, access } = found.value;
  const knowsRuns = viewer !== null && table.ownerId === viewer.id;
  if (!table.current) {
    if (table.kind === "output")
      return { ok: true, value: { columns: [], rows: [], lines: [], total: 0, sample: false, version: 0, knowsRuns } };
    const item = await platform.queries.catalogue.dataset(table.itemId, viewer?.id ?? null);
    return item?.status === "failed" && item.loadFailure !== null
      ? refuse("load-failed", { failure: item.loadFailure })
      : refuse("rows-loading");
  }
  const { current } = table;
  const window = {
    from: access === "full" || table.kind === "output" ? "latest" : "first",
    limit: access === "full" ? FULL_ROWS : SAMPLE_ROWS,
    exactNumbers,
    signal,
  } as const;
  const preview = await platform.previewReads.run(
    viewer?.id ?? clientAddress,
    () => platform.previews.preview(current, window),
    AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_WAIT_MS)]),
  );
  if (preview === "full") return refuse("previews-busy");
  if (preview === "too-slow") return refuse("preview-too-slow");
  return { ok: true, value: { ...preview, sample: access === "sample", version: table.version, knowsRuns } };
}
