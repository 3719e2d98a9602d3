import { type Finding, finding, type PlainCode } from "../../core/findings/finding.ts";
import type { ImportNote } from "../imported.ts";
import { ASIDE, CARRIED, HARMLESS, LEFT_OUT, SHORT } from "./curl-options.ts";
import { shellWords } from "./shell-words.ts";

/** The request of a curl command, before any check. Texts may hold marked variables. */
export interface CurlRequest {
  url: string;
  method: string | null;
  headers: [name: string, value: string][];
  /** The values of -d and related options, in order. */
  data: string[];
  json: boolean;
  /** -G was given: the data goes into the query. */
  get: boolean;
  /** -u was given. */
  user: boolean;
  bearer: boolean;
  cookies: boolean;
  multipart: boolean;
}

export type CurlRead = { ok: true; request: CurlRequest; notes: ImportNote[] } | { ok: false; message: string };

/** Parses a curl command. Runs and fetches nothing. */
export function readCurl(text: string): CurlRead {
  const cut = shellWords(text.replace(/^\s*[$%>]\s+/, ""));
  if (!cut.ok) return cut;
  const words = [...cut.words];
  while (words[0] !== undefined && /^\w+=/.test(words[0])) words.shift();
  if (!/^(.*[\\/])?curl(\.exe)?$/i.test(words.shift() ?? ""))
    return { ok: false, message: 'The line must begin with "curl".' };
  const line = new CurlLine(words);
  if (cut.rest !== null) line.note(finding("place-end-of-line", {}), finding("line-end-left-out", {}));
  return line.read();
}

/** Reads the words of a curl command one after the other. */
class CurlLine {
  private readonly words: string[];
  private readonly notes: ImportNote[] = [];
  private readonly urls: string[] = [];
  private readonly query: string[] = [];
  private readonly request: CurlRequest = {
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

  constructor(words: string[]) {
    this.words = words;
  }

  note(place: Finding, found: Finding): void {
    this.notes.push({ place, finding: found });
  }

  /** Notes something about a word as it is written in the line. */
  private noteWord(word: string, code: PlainCode): void {
    this.note(finding("place-word", { word }), finding(code, {}));
  }

  read(): CurlRead {
    const { words, urls, query, request, notes } = this;
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
      if (word === "curl" || word === "--next" || word === "-:") {
        this.noteWord(word, "other-requests-left-out");
        break;
      }
      if (word.startsWith("--")) this.takeLong(word);
      else if (word.startsWith("-") && word.length > 1) this.takeShort(word.slice(1));
      else urls.push(word);
    }
    const url =
      urls.find((each) => /^https?:\/\//i.test(each)) ??
      urls.find((each) => /^[^-].*[.:\ue000{]/.test(each)) ??
      urls[0];
    if (url === undefined || url === "") return { ok: false, message: "The line names no address." };
    if (urls.length > 1) this.note(finding("place-line", {}), finding("other-addresses-left-out", {}));
    request.url = query.length === 0 ? url : url + (url.includes("?") ? "&" : "?") + query.join("&");
    return { ok: true, request, notes };
  }

  private takeLong(word: string): void {
    const [, name = "", inline] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    this.take(name, takesValue(name) ? (inline ?? this.words.shift() ?? "") : "");
  }

  private takeShort(letters: string): void {
    for (let at = 0; at < letters.length; at += 1) {
      const name = SHORT[letters[at] ?? ""] ?? "";
      if (takesValue(name)) {
        const value = at + 1 < letters.length ? letters.slice(at + 1) : (this.words.shift() ?? "");
        return this.take(name, value);
      }
      if (name !== "") this.take(name, "");
    }
  }

  private take(name: string, value: string): void {
    const left = LEFT_OUT[name];
    if (Object.hasOwn(LEFT_OUT, name) && left !== undefined) return this.noteWord(`--${name}`, left);
    if (this.takeData(name, value) || this.takeAccess(name, value) || this.takeAddress(name, value)) return;
    if (name === "upload-file") this.noteWord("--upload-file", "upload-left-out");
    else if (name === "insecure") this.noteWord("--insecure", "certificates-checked");
    else if (!ASIDE.has(name) && !HARMLESS.test(name) && !Object.values(SHORT).includes(name))
      this.noteWord(`--${name}`, "option-unknown");
  }

  /** Options for the address and the method. */
  private takeAddress(name: string, value: string): boolean {
    if (name === "request") this.request.method = value.toUpperCase();
    else if (name === "head") this.request.method = "HEAD";
    else if (name === "get") this.request.get = true;
    else if (name === "url") this.urls.push(value);
    else if (name === "url-query")
      this.query.push(value.startsWith("+") ? value.slice(1) : urlEncoded(value, this.notes));
    else if (name === "header") this.takeHeader(value);
    else return false;
    return true;
  }

  /** Options for authentication. */
  private takeAccess(name: string, value: string): boolean {
    if (name === "user") this.request.user = true;
    else if (name === "oauth2-bearer") this.request.bearer = true;
    else if (name === "cookie" && value.includes("=")) this.request.cookies = true;
    else if (name === "cookie") this.noteWord("--cookie", "cookie-file-not-read");
    else return false;
    return true;
  }

  /** Options for the body. */
  private takeData(name: string, value: string): boolean {
    const { request } = this;
    if (name === "json") {
      request.json = true;
      request.data.push(this.fromFile(value, name) ?? "");
    } else if (name === "data" || name === "data-ascii" || name === "data-binary") {
      const piece = this.fromFile(value, name);
      if (piece !== null) request.data.push(piece);
    } else if (name === "data-raw") request.data.push(value);
    else if (name === "data-urlencode") request.data.push(urlEncoded(value, this.notes));
    else if (name === "form" || name === "form-string") request.multipart = true;
    else return false;
    return true;
  }

  private takeHeader(line: string): void {
    if (line.startsWith("@")) return this.noteWord("--header", "header-file-not-read");
    const [, name = "", colon, value = ""] = /^(:?[^:;]*)([:;])([\s\S]*)$/.exec(line) ?? [];
    if (colon === ":" && value.trim() !== "") this.request.headers.push([name.trim(), value.trim()]);
  }

  private fromFile(value: string, option: string): string | null {
    if (!value.startsWith("@")) return value;
    this.noteWord(`--${option}`, "sent-file-not-read");
    return null;
  }
}

function takesValue(name: string): boolean {
  return CARRIED.has(name) || ASIDE.has(name) || Object.hasOwn(LEFT_OUT, name);
}

/** --data-urlencode: `content`, `=content`, `name=content`; files are not read. */
function urlEncoded(value: string, notes: ImportNote[]): string {
  const [, name = "", sign, content = ""] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (sign === "@") {
    notes.push({
      place: finding("place-word", { word: "--data-urlencode" }),
      finding: finding("sent-file-not-read", {}),
    });
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
