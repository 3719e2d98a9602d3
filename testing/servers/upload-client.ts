import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export const BOUNDARY = "cut-here";

/** One part of a form. `file`: its file name. */
export function part(name: string, text: string, file?: string): string {
  const named = file === undefined ? "" : `; filename="${file}"\r\nContent-Type: text/csv`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n${text}\r\n`;
}
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
export const END = `--${BOUNDARY}--\r\n`;

/** The form of an upload in parts: what precedes the bytes of the file, and what follows them. */
export function formAround(title = "Table", file = "table.csv"): { readonly before: string; readonly after: string } {
  const [before = "", after = ""] = part("file", "\0", file).split("\0");
  return { before: part("title", title) + part("is_public", "true") + before, after: after + END };
}

export type RawAnswer = {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
  readonly ms: number;
  readonly continued: boolean;
};
export type RawUpload = {
  readonly port: number;
  readonly cookie?: string;
  readonly path?: string;
  readonly method?: "POST" | "PUT";
  /** Content-Type; null: none. Absent: that of a form. */
  readonly type?: string | null;
  readonly headers?: readonly string[];
  /** "declared" sends Content-Length, "chunked" does not, "expect" waits for 100 Continue before the body. */
  readonly length: "declared" | "chunked" | "expect";
  readonly pieces: readonly (string | Uint8Array)[];
  /** Milliseconds between pieces. */
  readonly everyMs?: number;
  /** Leaves the body unfinished and waits for the answer. */
  readonly unfinished?: boolean;
  /** Reads the answer only when everything was sent, as most clients do. */
  readonly blind?: boolean;
  readonly withinMs?: number;
};

/** Sends an upload byte by byte, and returns the answer; status 0: the connection ended without one. */
export async function rawUpload(upload: RawUpload): Promise<RawAnswer> {
  const {
    port,
    cookie = "",
    length,
    pieces,
    everyMs = 0,
    unfinished = false,
    blind = false,
    withinMs = 20_000,
  } = upload;
  const started = performance.now();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  let received = "";
  let continued = false;
  let ended = false;
  let changed = (): void => undefined;
  let ms = 0;
  const finalHead = () => /(?:^|\r\n\r\n)(HTTP\/1\.1 (?!100)(\d{3})[\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(received);
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString();
    if (received.startsWith("HTTP/1.1 100")) continued = true;
    if (ms === 0 && finalHead()) ms = Math.round(performance.now() - started);
    changed();
  });
  socket.on("close", () => {
    ended = true;
    changed();
  });
  const until = async (condition: () => boolean) => {
    const deadline = Date.now() + withinMs;
    while (!condition() && !ended && Date.now() < deadline)
      await Promise.race([new Promise<void>((resolve) => (changed = resolve)), wait(50)]);
  };
  const total = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const head = [
    `${upload.method ?? "POST"} ${upload.path ?? "/api/assets/upload-csv"} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(upload.type === null ? [] : [`Content-Type: ${upload.type ?? FORM_TYPE}`]),
    `Cookie: ${cookie}`,
    "Sec-Fetch-Site: same-origin",
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${total}`,
    ...(length === "expect" ? ["Expect: 100-continue"] : []),
    ...(upload.headers ?? []),
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  if (length === "expect") await until(() => continued || finalHead() !== null);
  if (length !== "expect" || continued) {
    for (const piece of pieces.filter((each) => each.length > 0)) {
      if (ended || (!blind && finalHead())) break;
      const bytes = Buffer.from(piece);
      const framed =
        length === "chunked"
          ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")])
          : bytes;
      if (!socket.write(framed))
        await Promise.race([
          new Promise<void>((resolve) => socket.once("drain", resolve)),
          new Promise<void>((resolve) => socket.once("close", () => resolve())),
        ]);
      if (everyMs > 0) await wait(everyMs);
    }
    if (length === "chunked" && !unfinished && !ended) socket.write("0\r\n\r\n");
  }
  const isWhole = () => {
    const found = finalHead();
    return (
      found !== null &&
      Buffer.byteLength(found[3] ?? "") >= Number(/content-length: (\d+)/i.exec(found[1] ?? "")?.[1] ?? 0)
    );
  };
  await until(isWhole);
  socket.destroy();
  const found = finalHead();
  return { status: Number(found?.[2] ?? 0), headers: found?.[1] ?? "", text: found?.[3] ?? "", ms, continued };
}

/** An upload that sends `text`, by default the start of a file, and no more until `end` is called. */
export function heldUpload(
  port: number,
  cookie: string,
  text = `${formAround("Held").before}a,b\n1,2\n`,
  headers: readonly string[] = [],
): { readonly answer: Promise<RawAnswer>; end(): void } {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<RawAnswer>((resolve) => {
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () =>
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0),
        headers: received,
        text: received,
        ms: 0,
        continued: false,
      }),
    );
  });
  const body = Buffer.from(text);
  socket.write(
    `POST /api/assets/upload-csv HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nCookie: ${cookie}\r\n` +
      `Sec-Fetch-Site: same-origin\r\n${headers.map((header) => `${header}\r\n`).join("")}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body.toString()}\r\n`,
  );
  return { answer, end: () => void socket.destroy() };
}
