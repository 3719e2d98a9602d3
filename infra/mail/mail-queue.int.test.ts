import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { fileTransport } from "./file-transport.ts";
import { mailQueue } from "./mail-queue.ts";
import type { MailTransport } from "./mail-transport.ts";
import { mailMigrations } from "./migrations.ts";
import { listOutbox, readOutbox } from "./outbox.ts";
import { parseMail } from "./parse-mail.ts";
import { Said, said } from "./texts/mail-words.ts";
import { renderMail } from "./texts/render-mail.ts";
import { smtpTransport } from "./smtp-transport.ts";

const secrets = [new Secret("a secret of the installation, 32 or more characters")] as const;
const from = "Tributary <no-reply@data.example.org>";
const mail = {
  to: "ada@example.org",
  subject: "Confirm your address",
  text: "Open\nhttp://localhost:3000/verify-email/canary\n",
};
let db: FreshDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, mailMigrations);
});
beforeEach(() => db.pool.query(`delete from mail.queue`));
afterAll(() => db.drop());

interface Received {
  readonly recipients: readonly string[];
  readonly raw: string;
}

const open: SMTPServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve)))));

/** A mail server on loopback that stores what it receives. `refusals`: the answers to the first mails, by SMTP code. */
async function mailServer(
  refusals: number[] = [],
  options: SMTPServerOptions = {},
): Promise<{ url: Secret; received: Received[]; refused: Received[] }> {
  const received: Received[] = [];
  const refused: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const code = refusals.shift();
        const mine = {
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        };
        (code === undefined ? received : refused).push(mine);
        if (code !== undefined)
          return done(Object.assign(new Error("not now, ada@example.org"), { responseCode: code }));
        done();
      });
    },
    ...options,
  });
  open.push(server);
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  return { url: new Secret(`smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`), received, refused };
}

const makeDue = () => db.pool.query(`update mail.queue set next_attempt = now()`);

interface Row {
  readonly attempts: number;
  readonly last_error: string | null;
  readonly failed: Date | null;
  readonly sealed: Buffer | null;
  readonly wait: number;
}

async function rows(): Promise<Row[]> {
  const { rows: found } = await db.pool.query<Row>(
    `select attempts, last_error, failed, sealed, extract(epoch from next_attempt - now())::float as wait from mail.queue`,
  );
  return found;
}

describe("the queue, with a mail server", () => {
  test("delivers text and HTML to one address, and keeps nothing afterwards", async () => {
    const { url, received } = await mailServer();
    const queue = mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url, from }) });
    const rendered = renderMail({
      title: said`Grüße`,
      paragraphs: [said`Schön, dass du da bist — “willkommen”.`],
      link: { label: "Bestätigen", url: `http://localhost:3000/x/${"a".repeat(60)}` },
    });
    await queue.send({ to: "ada@example.org", subject: "Grüße an Ädä 🎈 ".repeat(8), ...rendered });
    expect(await queue.deliverDue()).toEqual({ delivered: 1, postponed: 0, failed: 0 });
    expect(received).toHaveLength(1);
    expect(received[0]?.recipients).toEqual(["ada@example.org"]);
    const raw = received[0]?.raw ?? "";
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@data\.example\.org>/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(await parseMail(raw)).toMatchObject({
      to: "ada@example.org",
      subject: "Grüße an Ädä 🎈 ".repeat(8).trim(),
      ...rendered,
    });
    expect(await rows()).toEqual([]);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 0, failed: 0 });
  });

  test.each([
    ["text and HTML", true],
    ["text alone", false],
  ])("sends %s unencoded, so that a long link is whole in the raw mail", async (_what, withHtml) => {
    const { url, received } = await mailServer();
    const link = `http://localhost:3000/verify-email/${"a".repeat(43)}`;
    const { text, html } = renderMail({
      title: said`Verify`,
      paragraphs: [said`Hello Ada,`, said`.`, said`From here on: a line.`],
      link: { label: "Verify e-mail", url: link },
    });
    const long = {
      to: "ada@example.org",
      subject: "Verify",
      text,
      ...(withHtml ? { html } : {}),
      id: "1",
      created: new Date(),
    };
    await smtpTransport({ url, from }).deliver(long);
    expect(received[0]?.raw.split("\r\n")).toContain(link);
    expect(received[0]?.raw).not.toMatch(/quoted-printable|base64/);
    expect(await parseMail(received[0]?.raw ?? "")).toMatchObject({ text, html: withHtml ? html : null });
  });

  test("encodes what not every server takes: other letters, and lines beyond every limit", async () => {
    const { url, received } = await mailServer();
    for (const text of ["Grüße\n", `${"a".repeat(999)}\n`]) {
      await smtpTransport({ url, from }).deliver({
        to: "ada@example.org",
        subject: "x",
        text,
        id: "1",
        created: new Date(),
      });
      expect(received.at(-1)?.raw).toMatch(/Content-Transfer-Encoding: (quoted-printable|base64)/);
      expect((await parseMail(received.at(-1)?.raw ?? "")).text).toBe(text);
    }
  });

  test("tries again later when the server says 4xx, under the same Message-ID", async () => {
    const { url, received, refused } = await mailServer([451]);
    const failures: unknown[] = [];
    const queue = mailQueue({
      pool: db.pool,
      secrets,
      transport: smtpTransport({ url, from }),
      onFailure: (failure) => failures.push(failure),
    });
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
    expect(failures).toEqual([expect.objectContaining({ reason: "EMESSAGE 451", final: false })]);
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 1, last_error: "EMESSAGE 451", failed: null });
    expect(row?.wait).toBeGreaterThan(20);
    expect(row?.wait).toBeLessThanOrEqual(30);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 0, failed: 0 });
    await makeDue();
    expect(await queue.deliverDue()).toEqual({ delivered: 1, postponed: 0, failed: 0 });
    expect(received).toHaveLength(1);
    const messageId = (raw = "") => /^Message-ID: (.+)$/m.exec(raw)?.[1];
    expect(messageId(received[0]?.raw)).toBe(messageId(refused[0]?.raw));
  });

  test("gives a mail up when the server says 5xx, and goes on with the next", async () => {
    const { url, received } = await mailServer([550]);
    const queue = mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url, from }) });
    await queue.send(mail);
    await queue.send({ ...mail, to: "bea@example.org" });
    expect(await queue.deliverDue()).toEqual({ delivered: 1, postponed: 0, failed: 1 });
    expect(received[0]?.recipients).toEqual(["bea@example.org"]);
    expect(await rows()).toEqual([
      expect.objectContaining({ last_error: "EMESSAGE 550", failed: expect.any(Date) as Date, sealed: null }),
    ]);
  });

  test("keeps a mail while the server speaks nonsense", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).write("220 mail\r\n");
      socket.on("data", (line) => socket.write(line.toString().startsWith("RCPT") ? "banana\r\n" : "250 fine\r\n"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new Secret(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const queue = mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url, from }) });
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
    expect(await rows()).toEqual([expect.objectContaining({ last_error: "EENVELOPE", failed: null })]);
    server.close();
  });

  test("waits while nobody is there, longer each time, and gives up after a day", async () => {
    const queue = mailQueue({
      pool: db.pool,
      secrets,
      transport: smtpTransport({ url: new Secret("smtp://127.0.0.1:1"), from }),
    });
    await queue.send(mail);
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
    await db.pool.query(`update mail.queue set attempts = 20, next_attempt = now()`);
    await queue.deliverDue();
    expect((await rows()).map(({ wait }) => wait > 3_500 && wait <= 3_600).sort()).toEqual([false, true]);
    await db.pool.query(`update mail.queue set created = now() - interval '25 hours', next_attempt = now()`);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 0, failed: 1 });

    const swept = () => queue.sweep(AbortSignal.timeout(20_000));
    await db.pool.query(`update mail.queue set failed = failed - interval '29 days'`);
    expect(await swept()).toEqual({ removed: 0, done: true });
    await db.pool.query(`update mail.queue set failed = failed - interval '1 day'`);
    expect(await swept()).toEqual({ removed: 1, done: true });
    expect(await rows()).toHaveLength(1);
  });

  test("keeps mails while the server refuses our own password", async () => {
    const { url } = await mailServer([], {
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error("no")),
    });
    const withPassword = new Secret(url.reveal().replace("smtp://", "smtp://user:wrong@"));
    const queue = mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url: withPassword, from }) });
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
    expect(await rows()).toEqual([expect.objectContaining({ last_error: "EAUTH 535", failed: null })]);
  });

  test("does not hang on a server that never answers", async () => {
    const { url } = await mailServer([], { onConnect: () => undefined });
    const queue = mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url, from, timeoutMs: 300 }) });
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
  });

  test("delivers each mail once when four processes deliver at once", async () => {
    const { url, received } = await mailServer();
    const queues = Array.from({ length: 4 }, () =>
      mailQueue({ pool: db.pool, secrets, transport: smtpTransport({ url, from }) }),
    );
    for (let at = 0; at < 20; at += 1) await queues[0]?.send({ ...mail, to: `user${at}@example.org` });
    await Promise.all(queues.map((queue) => queue.deliverDue()));
    expect(received.map(({ recipients }) => recipients.join()).sort()).toEqual(
      Array.from({ length: 20 }, (_, at) => `user${at}@example.org`).sort(),
    );
  });
});

describe("the queue", () => {
  const nowhere: MailTransport = { deliver: () => Promise.resolve({ ok: true }) };

  test("holds no mail in clear, and opens none under another secret or id", async () => {
    const queue = mailQueue({ pool: db.pool, secrets, transport: nowhere });
    await queue.send(mail);
    const [row] = await rows();
    expect(row?.sealed?.toString("latin1")).not.toMatch(/canary|ada@|Confirm/);
    const rotated = mailQueue({
      pool: db.pool,
      secrets: [new Secret("another secret with 32 or more characters"), ...secrets],
      transport: nowhere,
    });
    expect(await rotated.deliverDue()).toMatchObject({ delivered: 1 });
    await queue.send(mail);
    await db.pool.query(`update mail.queue set id = gen_random_uuid()`);
    expect(await queue.deliverDue()).toMatchObject({ failed: 1 });
    expect(await rows()).toEqual([expect.objectContaining({ last_error: "unreadable" })]);
  });

  test("gives a mail to one process, of ten that ask at the same moment", async () => {
    const delivered: string[] = [];
    const slow: MailTransport = {
      async deliver({ id }) {
        delivered.push(id);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { ok: true };
      },
    };
    const queues = Array.from({ length: 10 }, () => mailQueue({ pool: db.pool, secrets, transport: slow }));
    for (let round = 1; round <= 10; round += 1) {
      await queues[0]?.send(mail);
      await Promise.all(queues.map((queue) => queue.deliverDue()));
      expect(delivered).toHaveLength(round);
    }
  });

  test("takes one address, no list and no header", async () => {
    const queue = mailQueue({ pool: db.pool, secrets, transport: nowhere });
    for (const to of [
      "a@example.org,b@example.org",
      "a@example.org\r\nBcc: b@example.org",
      "a@example.org b@example.org",
      "<a@example.org>",
    ]) {
      await expect(queue.send({ ...mail, to })).rejects.toThrow(/one address/);
    }
  });

  test("wakes who delivers", async () => {
    let woken = 0;
    await mailQueue({ pool: db.pool, secrets, transport: nowhere, wake: () => (woken += 1) }).send(mail);
    expect(woken).toBe(1);
  });
});

describe("mails as files", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "outbox-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  test("are readable for the server's user alone, listed newest first and shown decoded", async () => {
    const queue = mailQueue({ pool: db.pool, secrets, transport: fileTransport({ dataDir, from }) });
    const rendered = renderMail({
      title: said`Passwort`,
      paragraphs: [said`Für dich — ein Link = gut.`, new Said("A long line of plain words ".repeat(12).trim())],
      link: { label: "Öffnen", url: `http://localhost:3000/reset-password/${"k".repeat(43)}` },
    });
    await queue.send({ ...mail, subject: "older" });
    await db.pool.query(`update mail.queue set created = now() - interval '1 minute'`);
    await queue.send({ ...mail, subject: "Bcc: x\r\nInjected: yes", ...rendered });
    expect(await queue.deliverDue()).toEqual({ delivered: 2, postponed: 0, failed: 0 });

    const [newest, older, ...rest] = await listOutbox(dataDir);
    expect(rest).toEqual([]);
    expect([newest?.subject, older?.subject]).toEqual(["Bcc: x Injected: yes", "older"]);
    expect(await readOutbox(dataDir, newest?.id ?? "")).toMatchObject({ to: "ada@example.org", ...rendered });
    expect(await readOutbox(dataDir, older?.id ?? "")).toMatchObject({ text: mail.text, html: null });

    const folder = path.join(dataDir, "mail");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(folder)) {
      expect(file).toMatch(/^\d{8}T\d{6}Z-[0-9a-f-]{36}\.eml$/);
      expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
      expect(await readFile(path.join(folder, file), "utf8")).not.toMatch(/^Injected:/m);
    }
  });

  test("hold their texts as they are, so that a link can be copied out of the file", async () => {
    const link = `http://localhost:3000/verify-email/${"k".repeat(43)}`;
    const { text, html } = renderMail({
      title: said`Prüfen`,
      paragraphs: [said`Hallo Ädä,`],
      link: { label: "Öffnen", url: link },
    });
    await fileTransport({ dataDir, from }).deliver({
      to: "ada@example.org",
      subject: "x",
      text,
      html,
      id: "0",
      created: new Date(),
    });
    const [name = ""] = await readdir(path.join(dataDir, "mail"));
    const raw = await readFile(path.join(dataDir, "mail", name), "utf8");
    expect(raw).toContain(text.trimEnd());
    expect(raw.match(/^Content-Transfer-Encoding: .*$/gm)).toEqual([
      "Content-Transfer-Encoding: 8bit",
      "Content-Transfer-Encoding: 8bit",
    ]);
    expect(await parseMail(raw)).toMatchObject({ text, html });
  });

  test("lie in no other place, whatever id is asked for", async () => {
    expect(await listOutbox(dataDir)).toEqual([]);
    for (const id of [
      "../secret",
      "..%2fsecret",
      "",
      "20260102T030405Z-00000000-0000-0000-0000-000000000000",
      `${"x".repeat(5_000)}`,
    ]) {
      expect(await readOutbox(dataDir, id)).toBeNull();
    }
  });

  test("wait in the queue while the folder cannot be written", async () => {
    const queue = mailQueue({ pool: db.pool, secrets, transport: fileTransport({ dataDir: "/dev/null", from }) });
    await queue.send(mail);
    expect(await queue.deliverDue()).toEqual({ delivered: 0, postponed: 1, failed: 0 });
  });
});
