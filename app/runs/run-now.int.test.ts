import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What the pages do when a run is started, and what they say about its end without JavaScript. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
const asked: string[] = [];
let held: (() => void)[] | null = null;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = () =>
      void response
        .writeHead(request.url?.includes("missing") ? 404 : 200, { "content-type": "application/json" })
        .end('[{"id":1},{"id":2}]');
    if (held) held.push(answer);
    else answer();
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const publish = async (title: string, operation: object = {}) => {
  const rows = {
    id: "rows",
    url: `http://127.0.0.1:${api.port}/rows`,
    query: { station: "{station}" },
    retry: { max_attempts: 1 },
    params_fields: [{ key: "station", label: "Station" }],
    ...operation,
  };
  return (
    await ada.post("/api/connectors/upload", {
      title,
      is_public: true,
      dsl: { protocol: "rest", auth: { type: "none" }, operations: [rows] },
    })
  ).json.id as string;
};
const connect = async (title: string, operation?: object, activate: object = {}) => {
  const connector_id = await publish(title, operation);
  const { id } = (await ada.post("/api/connectors/activate", { connector_id, ...activate })).json;
  return { id: id as string, page: `/connector_profile/${connector_id}?tab=setup` };
};
const form = { method: "GET", refresh_interval: "0", override: "true", intent: "run" };
const send = (path: string, fields: Record<string, string>) =>
  ada.post(path, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
const flash = (headers: Headers) =>
  JSON.parse(
    Buffer.from(
      decodeURIComponent(/flash=([^;]*)/.exec(headers.getSetCookie().join(" "))?.[1] ?? ""),
      "base64",
    ).toString(),
  )[0];
const release = () => {
  for (const answer of held ?? []) answer();
  held = null;
};

describe("Run Now", () => {
  test("leaves out for this run what was cleared in the form", async () => {
    const { id, page } = await connect("Cleared", {}, { settings: { station: "north" } });
    await send(page, { ...form, "setting.station": "" });
    await send(page, { ...form, "setting.station": "north" });
    expect(asked.slice(-2)).toEqual(["/rows", "/rows?station=north"]);
    const runs = (await ada.get(`/api/connectors/instance/${id}/runs`)).json;
    const keys = await Promise.all(
      runs.map(
        async ({ runId }: { runId: string }) =>
          (await ada.get(`/api/connectors/instance/${id}/runs/${runId}`)).json.setting_keys,
      ),
    );
    expect(keys).toEqual([["station"], []]);
  });

  test("without a connection says what product.md says, beside a hint that agrees with it", async () => {
    const page = `/connector_profile/${await publish("Unconnected")}?tab=setup`;
    const refused = await send(page, form);
    expect(refused).toMatchObject({
      status: 409,
      text: expect.stringContaining("You need to connect first before saving settings."),
    });
    expect(refused.text).toContain("Run Now agrees to what connecting means, connects you");
    expect((await send(page, { ...form, intent: "save" })).status).toBe(302);
    expect((await ada.get(page)).text).not.toContain("Run Now agrees");
  });

  test("of a filled form connects, saves and runs with one press", async () => {
    const id = await publish("At once");
    const page = `/connector_profile/${id}?tab=setup`;
    const pressed = await send(page, { ...form, intent: "connect-and-run", "setting.station": "south" });
    expect([pressed.status, flash(pressed.headers).text]).toEqual([302, expect.stringMatching(/^Run 1 /)]);
    expect(asked.at(-1)).toBe("/rows?station=south");
    const mine = (await ada.get("/api/connectors/my")).json as { connector_id: string; settings: object }[];
    expect(mine.find((each) => each.connector_id === id)?.settings).toEqual({ station: "south" });
    // A second press of the same page only runs.
    expect((await send(page, { ...form, intent: "connect-and-run", "setting.station": "south" })).status).toBe(302);
    expect(asked.slice(-2)).toEqual(["/rows?station=south", "/rows?station=south"]);
  });

  test("answers at once where the page follows the run, and otherwise waits a little for its end", async () => {
    const { page } = await connect("Followed");
    const pressed = async (follows: object) => {
      held = [];
      const begun = Date.now();
      const answer = await send(page, { ...form, ...follows });
      const ms = Date.now() - begun;
      release();
      expect([answer.status, flash(answer.headers).text.includes("has started.")]).toEqual([302, true]);
      await eventually(async () => !(await ada.get(page)).text.includes("is running"));
      return ms;
    };
    expect(await pressed({})).toBeGreaterThan(2_800);
    // The machine may be busy with something else for a moment: one quick answer shows that it does not wait.
    const followed = [await pressed({ follows: "1" })];
    while (followed.at(-1)! > 2_500 && followed.length < 6) followed.push(await pressed({ follows: "1" }));
    expect(followed.at(-1)).toBeLessThanOrEqual(2_500);
  });
});

describe("how a run ended", () => {
  test("is said with a way to the run", async () => {
    const { id, page } = await connect("Ended");
    expect(flash((await send(page, form)).headers)).toMatchObject({
      kind: "success",
      text: "Run 1 succeeded: 2 rows.",
      link: { to: `/run/${id}-1`, label: "See the run" },
    });
  });

  test("that brought only a part says so", async () => {
    const { page } = await connect("In part", {
      url: `http://127.0.0.1:${api.port}/rows/{place}`,
      query: {},
      params_fields: [{ key: "place", multiple: true, default: ["here", "missing"] }],
    });
    expect(flash((await send(page, form)).headers)).toMatchObject({
      kind: "error",
      text: expect.stringMatching(/^Run 1 ended in part: 2 rows\. 1 of 2 rounds failed/),
    });
  });

  test.each([
    ["the connector", ({ page }: { page: string }) => page],
    ["Manage Data", () => "/manage?tab=active"],
  ])("is said on the page of %s that looks again, also without JavaScript", async (place, at) => {
    held = [];
    const instance = await connect(`Watched from ${place}`);
    const page = at(instance);
    await send(instance.page, { ...form, follows: "1" });
    const again =
      /<a href="([^"]*)">Check again<\/a>/.exec((await ada.get(page)).text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const path = `${page.split("?")[0]}${again}`;
    expect((await ada.get(path)).text).not.toContain("Run 1 succeeded");
    release();
    await eventually(async () => (await ada.get(path)).text.includes("Run 1 succeeded: 2 rows."));
    expect((await ada.get(path)).text).toMatch(
      /Run 1 succeeded: 2 rows\..*<a[^>]*href="\/run\/[^"]*-1"[^>]*>See the run/s,
    );
    expect((await ada.get(page)).text).not.toContain("Run 1 succeeded: 2 rows.");
  });
});
