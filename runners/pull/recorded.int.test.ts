import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type Played, playApi, type RecordedApi, recordedApis } from "#testing/recorded/recorded-api.ts";

const apis = recordedApis(path.resolve("testing/recorded/apis"));
const played = new Map<string, Played>();
let db: InstalledDatabase;
let product: Product;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  for (const api of apis) played.set(api.id, await playApi(api));
  product = await startProduct({
    ...db.installation,
    upstreams: [...played.values()].map(({ server }) => server.port),
  });
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  for (const { server } of played.values()) await server.close();
  await db?.drop();
});

type Table = { columns: { name: string; type: string }[]; rows: Record<string, unknown>[] };

/** Connects one operation, or all, and returns the connection's id. */
async function connect(api: RecordedApi, run: RecordedApi["runs"][number]): Promise<string> {
  const { definition } = played.get(api.id) as Played;
  const operations = definition.operations.filter(({ id }) => run.with_children === true || id === run.operation);
  const dsl = { retry: { max_attempts: 1 }, ...definition, operations };
  const made = await ana.post("/api/connectors/upload", { title: `${api.id} ${run.name}`, is_public: true, dsl });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { params, secrets } = api.inputs;
  const connected = await ana.post("/api/connectors/activate", {
    connector_id: made.json.id,
    ...(Object.keys(secrets).length === 0 ? {} : { auth_data: secrets }),
    settings: { ...params, ...run.params },
  });
  expect([connected.status, connected.text]).toEqual([201, expect.any(String)]);
  return connected.json.id;
}

/** A value as JSON has it: numbers and texts of numbers are compared alike. */
const plain = (value: unknown) =>
  typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : (value ?? null);

/** Each expected row once, in any order; of a row only the columns that are expected. */
function expectRows(table: Table, expected: readonly Readonly<Record<string, unknown>>[]): void {
  const left = [...table.rows];
  for (const row of expected) {
    const at = left.findIndex((each) =>
      Object.entries(row).every(([name, value]) =>
        typeof value === "object" && value !== null ? true : plain(each[name]) === plain(value),
      ),
    );
    if (at < 0) expect(left).toContainEqual(expect.objectContaining(row));
    left.splice(at, 1);
  }
  expect(left).toEqual([]);
}

test.each(apis.map((api) => [api.id, api] as const))("%s", async (_id, api) => {
  const { asked, unexpected } = played.get(api.id) as Played;
  let id = "";
  for (const run of api.runs) {
    if (run.continues !== true) id = await connect(api, run);
    const before = asked.length;
    const ended = (await ana.post(`/api/connectors/run/${id}`, {})).json;
    const { expect: wanted } = run;
    expect({ run: run.name, status: ended.status, error: ended.error }).toEqual({
      run: run.name,
      status: wanted.status,
      error:
        wanted.error_contains === undefined
          ? wanted.status === "success"
            ? null
            : expect.any(String)
          : expect.stringContaining(wanted.error_contains),
    });
    if (wanted.max_requests !== undefined) expect(asked.length - before).toBeLessThanOrEqual(wanted.max_requests);
    if (wanted.warnings !== undefined) expect(ended.warnings).toEqual(wanted.warnings);
    for (const text of wanted.warnings_contain ?? []) expect(ended.warnings.join("\n")).toContain(text);
    const answer = await ana.get(`/api/assets/table/${id}`);
    const table: Table = answer.status === 200 ? answer.json : { columns: [], rows: [] };
    expectRows(table, wanted.table_after ?? wanted.rows ?? []);
    const names = table.columns.map(({ name }) => name).filter((name) => !name.startsWith("_"));
    if (wanted.columns !== undefined) expect(names).toEqual(wanted.columns);
    const types = Object.fromEntries(table.columns.map(({ name, type }) => [name.replaceAll("__", "."), type]));
    for (const [name, type] of Object.entries(wanted.column_types ?? {}))
      expect([name, types[name.replaceAll("__", ".")]]).toEqual([name, type]);
  }
  expect(unexpected).toEqual([]);
});
