import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startFauxqs } from "fauxqs";

/**
 * What goes wrong with a call; "slow": it is never answered, "away": the connection breaks, "cut": it breaks after half of
 * the body, "stalled": after half of the body nothing more comes.
 */
export type S3Trouble = "slow" | "away" | "cut" | "stalled" | { readonly status: number } | null;

/** A server that speaks S3, with a bucket `files`. It checks signatures, and fails as it is told. */
export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

const KEY = "AKIATRIBUTARY";
/** As AWS makes them: with characters that an address must escape. */
const SECRET = "canary/0815+secret%";

/** Starts it on a free port of loopback. */
export async function startS3Server() {
  const store = await startFauxqs({ port: 0, logger: false });
  store.createBucket("files");
  let trouble: (req: IncomingMessage) => S3Trouble = () => null;
  const calls: string[] = [];
  const server = createServer((req, res) => {
    calls.push(`${req.method} ${req.url}`);
    const refused = signatureFault(req);
    if (refused) return fail(res, 403, refused);
    const wrong = trouble(req);
    if (wrong === "slow") return;
    if (wrong === "away") return void req.socket.destroy();
    if (typeof wrong === "object" && wrong !== null) return fail(res, wrong.status, "InternalError");
    pass(store.port, req, res, wrong);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = (change: Partial<Record<"key" | "secret" | "bucket" | "port", string>> = {}): string => {
    const { key = KEY, secret = SECRET, bucket = "files" } = change;
    const place = `127.0.0.1:${change.port ?? port}/${bucket}`;
    return `s3://${key}:${encodeURIComponent(secret)}@${place}?region=eu-central-1&tls=false`;
  };
  return {
    port,
    url,
    /** What came, as method and path. */
    calls,
    /** What goes wrong from now on. */
    fail: (how: typeof trouble) => void (trouble = how),
    heal: () => void (trouble = () => null),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.stop();
    },
  };
}

/** Hands a call on, and the answer or half of it back. */
function pass(port: number, req: IncomingMessage, res: ServerResponse, wrong: "cut" | "stalled" | null): void {
  const onward = request({ host: "127.0.0.1", port, method: req.method, path: req.url, headers: req.headers });
  onward.on("error", () => res.destroy());
  onward.on("response", (answer) => {
    res.writeHead(answer.statusCode ?? 500, answer.headers);
    const half = Math.floor(Number(answer.headers["content-length"] ?? 0) / 2);
    let sent = 0;
    answer.on("data", (chunk: Buffer) => {
      const part = wrong ? chunk.subarray(0, Math.max(0, half - sent)) : chunk;
      sent += part.length;
      res.write(part);
      if (wrong === "cut" && sent >= half) setTimeout(() => res.destroy(), 20);
    });
    answer.on("end", () => wrong ?? res.end());
  });
  req.pipe(onward);
}

function fail(res: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  res.writeHead(status, { "content-type": "application/xml" }).end(res.req.method === "HEAD" ? undefined : body);
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4, as a server checks it; null: it is right. */
function signatureFault(req: IncomingMessage): string | null {
  const [, key, scope = "", signed = "", signature] =
    /Credential=([^/]+)\/([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)/.exec(
      req.headers.authorization ?? "",
    ) ?? [];
  if (key !== KEY) return "InvalidAccessKeyId";
  const url = new URL(req.url ?? "/", "http://store");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = signed.split(";").map((name) => `${name}:${String(req.headers[name]).trim()}\n`);
  const payload = String(req.headers["x-amz-content-sha256"]);
  const path = url.pathname
    .split("/")
    .map((part) => encoded(decodeURIComponent(part)))
    .join("/");
  const asked = [req.method, path, query.join("&"), headers.join(""), signed, payload].join("\n");
  const hash = createHash("sha256").update(asked).digest("hex");
  const text = ["AWS4-HMAC-SHA256", req.headers["x-amz-date"], scope, hash].join("\n");
  const signing = scope.split("/").reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${SECRET}`);
  return hmac(signing, text).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}
