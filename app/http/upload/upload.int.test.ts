import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import {
  BOUNDARY,
  END,
  formAround,
  heldUpload,
  part,
  type RawUpload,
  rawUpload,
} from "#testing/servers/upload-client.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

const LIMIT = 2_000_000;
const DAILY = 10_000_000;
const PER_DAY = 14;

let db: InstalledDatabase;
let product: Product;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({
    ...db.installation,
    env: { UPLOAD_MAX_BYTES: String(LIMIT), UPLOAD_DAILY_BYTES: String(DAILY), UPLOADS_PER_DAY: String(PER_DAY) },
  });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** CSV text of exactly so many bytes. */
function csvOf(bytes: number): string {
  const rows = `a,b\n${"123456789,abcdefghi\n".repeat(Math.ceil(bytes / 20))}`;
  return `${rows.slice(0, bytes - 1)}\n`;
}

/** The form in pieces of 64 kB. */
function piecesOf(text: string): string[] {
  const { before, after } = formAround();
  const all = before + text + after;
  return Array.from({ length: Math.ceil(all.length / 65_536) }, (_, at) => all.slice(at * 65_536, (at + 1) * 65_536));
}

const send = (person: Person, upload: Omit<RawUpload, "port" | "cookie">) =>
  rawUpload({ port: product.port, cookie: person.cookie, ...upload });
const files = () => uploadedFiles(product.dataDir);

describe("an upload over the limit", () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await product.person("Ana", 3);
  });

  test("of exactly the limit is taken", async () => {
    const taken = await send(ana, { length: "chunked", pieces: piecesOf(csvOf(LIMIT)) });
    expect([taken.status, JSON.parse(taken.text).rowCount]).toEqual([201, Math.ceil((LIMIT - 4) / 20)]);
  });

  test.each([
    ["one byte", LIMIT + 1],
    ["a tenth", LIMIT * 1.1],
    ["five times", LIMIT * 5],
  ])("by %s is refused before its end, however it is sent, and leaves nothing", async (_, bytes) => {
    const before = await files();
    const pieces = piecesOf(csvOf(bytes));
    for (const how of [
      { length: "declared" },
      { length: "chunked" },
      { length: "declared", blind: true },
      { length: "chunked", blind: true },
      { length: "chunked", unfinished: true },
    ] as const) {
      const answer = await send(ana, { pieces, ...how });
      expect({ how, status: answer.status }).toEqual({ how, status: 413 });
      expect(JSON.parse(answer.text).error).toBe("The file is larger than the limit of 2 MB.");
      expect(answer.ms).toBeLessThan(20_000);
    }
    await eventually(async () => (await files()).length === before.length, 20_000, "A refused upload left a file");
  });
});

describe("what one user may upload in a day", () => {
  const stored = async (person: Person) =>
    (
      await db.pool.query<{ bytes: number }>(
        "select coalesce(sum(bytes), 0)::float8 as bytes from uploads.received where user_id = $1",
        [person.id],
      )
    ).rows[0]?.bytes ?? 0;

  test("is not passed by eight uploads at the same time", async () => {
    const ben = await product.person("Ben", 3);
    const pieces = piecesOf(csvOf(1_900_000));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(ben, { length: "chunked", pieces, everyMs: 10 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    expect(await stored(ben)).toBeLessThanOrEqual(DAILY);
    const refused = answers.find(({ status }) => status === 429);
    expect(JSON.parse(refused?.text ?? "").error).toBe(
      "You have uploaded as much as one day allows. Try again tomorrow.",
    );
    expect(refused?.headers).toMatch(/retry-after: \d{2,5}\b/i);
    // The rest of the allowance can still be used: a refused upload uses none of it.
    expect((await ben.upload("a,b\n1,2\n")).status).toBe(201);
    // Refused by its length, before a byte of it is read.
    expect((await send(ben, { length: "expect", pieces })).status).toBe(429);
  });

  test("counts the bytes of a packed file unpacked", async () => {
    const cleo = await product.person("Cleo", 3);
    const packed = (bytes: number) => {
      const { before, after } = formAround("Packed", "table.csv.gz");
      return [before, gzipSync(csvOf(bytes)), after];
    };
    const tooLarge = await send(cleo, { length: "declared", pieces: packed(LIMIT + 1) });
    expect([tooLarge.status, JSON.parse(tooLarge.text).error]).toEqual([
      413,
      "The file is larger than the limit of 2 MB.",
    ]);
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push((await send(cleo, { length: "declared", pieces: packed(1_900_000) })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
    expect(
      (await cleo.get("/api/assets")).json.filter(({ user_id }: { user_id: string }) => user_id === cleo.id),
    ).toHaveLength(4);
  });

  test("counts the uploads, those that were refused too", async () => {
    const dan = await product.person("Dan", 3);
    const answers: Answer[] = [];
    for (let at = 0; at < PER_DAY; at += 1) answers.push(await dan.upload(at === 0 ? "" : "a,b\n1,2\n"));
    expect(answers.map(({ status }) => status)).toEqual([400, ...Array.from({ length: PER_DAY - 1 }, () => 201)]);
    expect(answers.map(({ headers }) => Number(headers.get("ratelimit-remaining")))).toEqual(
      answers.map((_, at) => PER_DAY - 1 - at),
    );
    const refused = await dan.upload("a,b\n1,2\n");
    expect([refused.status, refused.json.error]).toEqual([
      429,
      `This server takes ${PER_DAY} uploads a day from one user. Try again tomorrow.`,
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(["limit", "remaining"].map((name) => refused.headers.get(`ratelimit-${name}`))).toEqual([`${PER_DAY}`, "0"]);
  });

  test("is eight uploads at a time, and those whose clients leave hold nothing", async () => {
    const eve = await product.person("Eve", 3);
    const held = Array.from({ length: 8 }, () => heldUpload(product.port, eve.cookie, part("title", "Held")));
    await eventually(
      async () => /tributary_budget_used\{budget="uploads"\} 8\n/.test((await product.call("GET", "/metrics")).text),
      30_000,
      "Eight uploads are not under way",
    );
    const refused = await eve.upload("a,b\n1,2\n");
    expect(refused.status).toBe(429);
    expect(refused.json.error).toBe(
      "You have 8 uploads under way, as many as one user may have. Wait for one of them to end.",
    );
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const each of held) each.end();
    await eventually(
      async () => (await eve.upload("a,b\n1,2\n")).status === 201,
      10_000,
      "The uploads that were left are still counted",
    );
  });
});

describe("the form of an upload", () => {
  let fay: Person;
  beforeAll(async () => {
    fay = await product.person("Fay", 3);
  });
  const disposition = (text: string) => `--${BOUNDARY}\r\nContent-Disposition: ${text}\r\n\r\nx\r\n`;

  test.each([
    ["a part without a name", disposition("form-data") + END, 400],
    ["a part with an empty name", disposition('form-data; name=""') + END, 400],
    ["a file without a name of its part", disposition('form-data; filename="a.csv"') + END, 400],
    ["line ends in a name", disposition('form-data; name="ti\r\ntle"') + END, 400],
    ["line ends in a file name", disposition('form-data; name="file"; filename="a\r\n.csv"') + END, 400],
    ["a part that is no form-data", disposition("attachment; name=file") + END, 400],
    ["a part without a header", `--${BOUNDARY}\r\n\r\nx\r\n${END}`, 400],
    ["a header without an end", `--${BOUNDARY}\r\nContent-Disposition: ${"x".repeat(100_000)}`, 400],
    ["a NUL in a name", disposition('form-data; name="ti\0tle"') + END, 400],
    ["a form that ends early", part("title", "T") + part("file", "a,b\n1,2", "a.csv"), 400],
    ["nothing", "", 400],
    ["no part", END, 400],
    ["no boundary at all", "x".repeat(100_000), 400],
    ["ten thousand parts", part("title", "T").repeat(10_000) + END, 400],
    ["two files", part("file", "a\n1\n", "a.csv") + part("file", "a\n1\n", "b.csv") + END, 400],
    ["a file that is no CSV by its name", part("title", "T") + part("file", "x", "a.exe") + END, 400],
    ["an unknown field", part("owner", "me") + END, 400],
    ["a field that is too long", part("title", "x".repeat(200_000)) + END, 413],
  ])("with %s is answered, and the process lives", async (_, body, status) => {
    for (const length of ["declared", "chunked"] as const) {
      const answer = await send(fay, { length, pieces: [body], withinMs: 5_000 });
      expect({ length, status: answer.status, text: answer.text }).toMatchObject({ length, status });
      expect(JSON.parse(answer.text).error).toMatch(/\.$|^Add title/);
    }
    expect((await product.call("GET", "/healthz")).status).toBe(200);
  });

  test.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary=${"b".repeat(300)}`,
  ])("of the type %s is answered", async (type) => {
    expect(
      (await fay.call("POST", "/api/assets/upload-csv", { body: "x", headers: { "content-type": type } })).status,
    ).toBe(400);
  });

  test("is judged before the body is asked for", async () => {
    const pieces = piecesOf(csvOf(LIMIT * 5));
    const large = await send(fay, { length: "expect", pieces });
    expect([large.status, large.continued]).toEqual([413, false]);
    expect((await rawUpload({ port: product.port, length: "expect", pieces })).status).toBe(401);
    const good = await send(fay, { length: "expect", pieces: piecesOf("a,b\n1,2\n") });
    expect([good.status, good.continued]).toEqual([201, true]);
    const elsewhere = await rawUpload({
      port: product.port,
      path: "/api/users/login",
      length: "expect",
      pieces: ["x"],
    });
    expect(elsewhere.continued).toBe(true);
  });

  test("has no label of a column longer than 500 characters, and none cut within an emoji", async () => {
    const long = `${"x".repeat(499)}😀${"y".repeat(100_000)}`;
    const made = await fay.upload(`id,${long}\n1,2\n`);
    expect(made.json.columns[1].label).toBe("x".repeat(499));
    expect((await product.call("GET", "/readyz")).status).toBe(200);
  });

  test("keeps the lines of its texts, which a form ends with a carriage return too", async () => {
    const made = await fay.upload("a\n1\n", { description: "One\r\nTwo\rThree\nFour", read_me: "# A\r\n\r\nB" });
    expect([made.status, (await fay.get(`/api/assets/${made.json.id}`)).json]).toMatchObject([
      ...[201, { description: "One\nTwo\nThree\nFour", read_me: "# A\n\nB" }],
    ]);
  });

  test("has no text longer than its field: nothing is cut", async () => {
    for (const [fields, sentence] of [
      [{ description: "x".repeat(20_001) }, "The description must not be longer than 20000 characters."],
      [{ row_meaning: "x".repeat(201) }, "The row meaning must not be longer than 200 characters."],
      [{ keywords: `${"k".repeat(99)}😀` }, "The keyword must not be longer than 100 characters."],
      [{ keywords: Array.from({ length: 51 }, (_, n) => `k${n}`).join() }, "The keywords must not be more than 50."],
    ] as const) {
      const { status, json } = await fay.upload("a\n1\n", fields);
      expect([status, json.error, json.field]).toEqual([400, sentence, Object.keys(fields)[0]]);
    }
  });
});

test("one Idempotency-Key is one file: other bytes of the same length are refused", async () => {
  const gus = await product.person("Gus", 3);
  const key = { "idempotency-key": "one-file" };
  const first = await gus.upload("a,b\n1,2\n", {}, key);
  expect(first.status).toBe(201);
  const other = await gus.upload("a,b\n3,4\n", {}, key);
  expect([other.status, other.json.error]).toEqual([422, "This Idempotency-Key was used for another request."]);
  expect((await gus.upload("a,b\n1,2\n", { title: "Other" }, key)).status).toBe(422);
  expect((await gus.upload("a,b\n1,2\n", {}, key)).json).toEqual(first.json);
});
