import type { ImportNote } from "../imported.ts";
import { shellWords } from "./shell-words.ts";

/** What a curl line asks for, before any of it is judged. Texts may hold marked variables. */
export interface CurlRequest {
  url: string;
  method: string | null;
  headers: [name: string, value: string][];
  /** The pieces of -d and its kin, in order. */
  data: string[];
  json: boolean;
  /** -G: the data belongs to the query. */
  get: boolean;
  /** -u was given. */
  user: boolean;
  bearer: boolean;
  cookies: boolean;
  multipart: boolean;
}

export type CurlRead = { ok: true; request: CurlRequest; notes: ImportNote[] } | { ok: false; message: string };

const SHORT: Record<string, string> = {
  X: "request",
  H: "header",
  d: "data",
  u: "user",
  G: "get",
  b: "cookie",
  A: "user-agent",
  e: "referer",
  F: "form",
  T: "upload-file",
  I: "head",
  k: "insecure",
  x: "proxy",
  E: "cert",
  o: "output",
  w: "write-out",
  m: "max-time",
  c: "cookie-jar",
  D: "dump-header",
  K: "config",
  r: "range",
  U: "proxy-user",
  y: "speed-time",
  Y: "speed-limit",
  z: "time-cond",
  C: "continue-at",
  P: "ftp-port",
  Q: "quote",
  t: "telnet-option",
  h: "help",
};
const CARRIED = new Set([
  "request",
  "header",
  "data",
  "data-ascii",
  "data-raw",
  "data-binary",
  "data-urlencode",
  "json",
  "user",
  "cookie",
  "user-agent",
  "referer",
  "form",
  "form-string",
  "url",
  "url-query",
  "oauth2-bearer",
  "upload-file",
]);
/** Options with a value that say nothing about the request itself. */
const ASIDE = new Set([
  "output",
  "write-out",
  "max-time",
  "connect-timeout",
  "cookie-jar",
  "dump-header",
  "retry",
  "retry-delay",
  "retry-max-time",
  "limit-rate",
  "speed-time",
  "speed-limit",
  "stderr",
  "trace",
  "trace-ascii",
  "keepalive-time",
  "max-redirs",
  "happy-eyeballs-timeout-ms",
  "output-dir",
  "max-filesize",
  "rate",
]);
/** Options without a value that say nothing about the request itself. */
const HARMLESS =
  /^(silent|show-error|verbose|include|location|location-trusted|fail|fail-early|fail-with-body|compressed|progress-bar|no-progress-meter|no-buffer|globoff|http[\d.]+|ipv[46]|tlsv1[.\d]*|ssl.*|remote-name|remote-header-name|no-.*|parallel|path-as-is|disable|styled-output|create-dirs|tcp-.*|raw|basic|anyauth|retry-.*|post30[123])?$/;
/** Options with a value that would change what is asked. */
const LEFT_OUT: Record<string, string> = {
  proxy: "Requests go straight to the host, without a proxy.",
  "proxy-user": "Requests go straight to the host, without a proxy.",
  "proxy-header": "Requests go straight to the host, without a proxy.",
  cert: "Client certificates are not supported.",
  key: "Client certificates are not supported.",
  pass: "Client certificates are not supported.",
  cacert: "Only publicly trusted certificates are accepted.",
  capath: "Only publicly trusted certificates are accepted.",
  resolve: "Host names are looked up in the public DNS.",
  "connect-to": "Host names are looked up in the public DNS.",
  interface: "The way out is the server's own.",
  "unix-socket": "Only http and https addresses are called.",
  config: "The file that it names was not read.",
  range: "Parts of an answer cannot be asked for.",
  "time-cond": "The time condition was left out.",
  "aws-sigv4": "Signing by AWS Signature 4 is not supported.",
  "continue-at": "Parts of an answer cannot be asked for.",
  ciphers: "The server chooses the ciphers.",
};

/** Reads a curl line. Nothing is run or fetched. */
export function readCurl(text: string): CurlRead {
  const cut = shellWords(text.replace(/^\s*[$%>]\s+/, ""));
  if (!cut.ok) return cut;
  const words = [...cut.words];
  while (words[0] !== undefined && /^\w+=/.test(words[0])) words.shift();
  if (!/^(.*[\\/])?curl(\.exe)?$/i.test(words.shift() ?? ""))
    return { ok: false, message: 'The line must begin with "curl".' };
  const notes: ImportNote[] = [];
  if (cut.rest !== null)
    notes.push({ place: "the end of the line", message: "What follows the curl command was left out." });
  const request: CurlRequest = {
    url: "",
    method: null,
    headers: [],
    data: [],
    json: false,
    get: false,
    user: false,
    bearer: false,
    cookies: false,
    multipart: false,
  };
  const urls: string[] = [];
  const query: string[] = [];

  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "curl" || word === "--next" || word === "-:") {
      notes.push({ place: word, message: "Only the first request was read." });
      break;
    }
    if (word.startsWith("--")) {
      const [, name = "", inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
      takeLong(name, inline);
    } else if (word.startsWith("-") && word.length > 1) takeShort(word.slice(1));
    else urls.push(word);
  }

  function takeLong(name: string, inline: string | undefined): void {
    const takesValue = CARRIED.has(name) || ASIDE.has(name) || Object.hasOwn(LEFT_OUT, name);
    take(name, takesValue ? (inline ?? words.shift() ?? "") : "");
  }
  function takeShort(letters: string): void {
    for (let at = 0; at < letters.length; at += 1) {
      const name = SHORT[letters[at] ?? ""] ?? "";
      if (CARRIED.has(name) || ASIDE.has(name) || Object.hasOwn(LEFT_OUT, name)) {
        const value = at + 1 < letters.length ? letters.slice(at + 1) : (words.shift() ?? "");
        return take(name, value);
      }
      if (name !== "") take(name, "");
    }
  }
  function take(name: string, value: string): void {
    const left = LEFT_OUT[name];
    if (Object.hasOwn(LEFT_OUT, name) && left !== undefined)
      return void notes.push({ place: `--${name}`, message: left });
    switch (name) {
      case "request":
        request.method = value.toUpperCase();
        return;
      case "head":
        request.method = "HEAD";
        return;
      case "get":
        request.get = true;
        return;
      case "url":
        urls.push(value);
        return;
      case "url-query":
        query.push(value.startsWith("+") ? value.slice(1) : urlEncoded(value, notes));
        return;
      case "header":
        takeHeader(value);
        return;
      case "user":
        request.user = true;
        return;
      case "oauth2-bearer":
        request.bearer = true;
        return;
      case "cookie":
        if (value.includes("=")) request.cookies = true;
        else notes.push({ place: "--cookie", message: "The cookie file was not read." });
        return;
      case "json":
        request.json = true;
        request.data.push(fromFile(value, name) ?? "");
        return;
      case "data":
      case "data-ascii":
      case "data-binary": {
        const piece = fromFile(value, name);
        if (piece !== null) request.data.push(piece);
        return;
      }
      case "data-raw":
        request.data.push(value);
        return;
      case "data-urlencode":
        request.data.push(urlEncoded(value, notes));
        return;
      case "form":
      case "form-string":
        request.multipart = true;
        return;
      case "upload-file":
        notes.push({ place: "--upload-file", message: "A connector reads; nothing is uploaded." });
        return;
      case "insecure":
        notes.push({ place: "--insecure", message: "TLS certificates are always checked." });
        return;
      default:
        if (!ASIDE.has(name) && !HARMLESS.test(name) && !Object.values(SHORT).includes(name))
          notes.push({ place: `--${name}`, message: "This option is not known and was left out." });
    }
  }
  function takeHeader(line: string): void {
    if (line.startsWith("@"))
      return void notes.push({ place: "--header", message: "The file of headers was not read." });
    const [, name = "", colon, value = ""] = /^(:?[^:;]*)([:;])([\s\S]*)$/.exec(line) ?? [];
    if (colon === ":" && value.trim() !== "") request.headers.push([name.trim(), value.trim()]);
  }
  function fromFile(value: string, option: string): string | null {
    if (!value.startsWith("@")) return value;
    notes.push({ place: `--${option}`, message: "The file that it sends was not read." });
    return null;
  }

  const url =
    urls.find((each) => /^https?:\/\//i.test(each)) ?? urls.find((each) => /^[^-].*[.:\ue000{]/.test(each)) ?? urls[0];
  if (url === undefined || url === "") return { ok: false, message: "The line names no address." };
  if (urls.length > 1)
    notes.push({ place: "the line", message: "Only one address was read; a connector has one operation for each." });
  request.url = query.length === 0 ? url : url + (url.includes("?") ? "&" : "?") + query.join("&");
  return { ok: true, request, notes };
}

/** --data-urlencode: `content`, `=content`, `name=content`; files are not read. */
function urlEncoded(value: string, notes: ImportNote[]): string {
  const [, name = "", sign, content = ""] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (sign === "@") {
    notes.push({ place: "--data-urlencode", message: "The file that it sends was not read." });
    return name;
  }
  const encoded = encodeKeepingVariables(sign === undefined ? value : content);
  return name === "" ? encoded : `${name}=${encoded}`;
}

function encodeKeepingVariables(text: string): string {
  return text
    .toWellFormed()
    .replace(/\ue000\w+\ue001|[\s\S]/gu, (piece) => (piece.startsWith("\ue000") ? piece : encodeURIComponent(piece)));
}
