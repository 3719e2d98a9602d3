import { z } from "zod";
import type { TableAccess } from "#projections/tables/queries.ts";
import type { VersionAsked, VersionRow } from "#projections/tables/version-queries.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** The parameters that name an older version of a table. */
export const versionQuery = {
  version: z.string().optional().describe("The number of an older version, from 1."),
  as_of: z.string().optional().describe("A time in ISO 8601: the version that readers saw then."),
};

type Parameters = { readonly version?: string | undefined; readonly as_of?: string | undefined };
type Readers = Pick<Platform, "queries" | "versions" | "versionsKept">;

/** Which version the parameters name; null: the current one. */
export function versionAsked({ version, as_of: asOf }: Parameters): CallResult<VersionAsked | null> {
  if (version === undefined && asOf === undefined) return { ok: true, value: null };
  if (version !== undefined && asOf !== undefined) return refuse("version-unclear");
  if (version !== undefined)
    return /^[1-9]\d{0,8}$/.test(version)
      ? { ok: true, value: { version: Number(version) } }
      : refuse("version-unclear");
  const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).safeParse(asOf);
  return time.success ? { ok: true, value: { asOf: time.data } } : refuse("version-unclear");
}

/** A condition such as `eq.2`: a column may be called version or as_of too. */
const CONDITION = /^[a-z]+\./;

/**
 * Takes the version that is asked for out of the parameters of a stream, so that the rest are those of its rows.
 * `ofAddress`: the number that the address itself names.
 */
export function takeVersion(params: URLSearchParams, ofAddress: number | null): CallResult<VersionAsked | null> {
  const given = (name: string) => {
    const value = params.get(name);
    if (value === null || CONDITION.test(value)) return {};
    params.delete(name);
    return { [name]: value };
  };
  const named: Parameters = { ...given("version"), ...given("as_of") };
  if (ofAddress === null) return versionAsked(named);
  const [parameter] = Object.keys(named);
  return parameter === undefined
    ? versionAsked({ version: String(ofAddress) })
    : refuse("said-by-address", { parameter });
}

/**
 * A table with the version asked for in place of the current one, with the rights that the user has now: the one way to
 * read an old version.
 */
export async function tableAsked(
  platform: Readers,
  reference: string,
  userId: string | null,
  asked: VersionAsked | null,
): Promise<CallResult<TableAccess>> {
  const found = await platform.queries.tables.find(reference, userId);
  if (!found) return NOT_FOUND;
  return atVersion(platform, found, asked);
}

/** The same for a table that was found already. */
export async function atVersion(
  platform: Readers,
  found: TableAccess,
  asked: VersionAsked | null,
): Promise<CallResult<TableAccess>> {
  const { table } = found;
  if (asked === null || !table.current) return { ok: true, value: found };
  const row = await platform.queries.tables.versionOf(table.itemId, asked);
  if (!row)
    return "version" in asked ? refuse("version-unknown", asked) : refuse("version-none-then", { asOf: asked.asOf });
  const current = await keptTable(platform, found, row);
  if (!current.ok) return current;
  const { version, rows, at: updatedAt } = row;
  return { ok: true, value: { ...found, table: { ...table, current: current.value, version, rows, updatedAt } } };
}

async function keptTable({ versions, versionsKept }: Readers, { table }: TableAccess, row: VersionRow) {
  if (row.version === table.version && table.current) return { ok: true as const, value: table.current };
  const oldest = oldestKept(table.version, versionsKept[table.kind]);
  const notKept = (): Refused => refuse("version-not-kept", { version: row.version, oldest });
  if (row.version < oldest) return notKept();
  const current = await versions.tableOf(row.physical);
  return current ? { ok: true as const, value: current } : notKept();
}

/** The number of the oldest version that is kept. */
export function oldestKept(newest: number, kept: number): number {
  return Math.max(1, newest - kept + 1);
}
