import { parseUrlTemplate } from "../../connector-language/json/url-template.ts";
import { finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { type FieldKeys, labelOf } from "../field-keys.ts";
import {
  cleanText,
  isObject,
  type ImportNote,
  type Loose,
  type LooseObject,
  member,
  noteAt,
  textMember,
} from "../imported.ts";
import { storedAddress } from "../stored-texts.ts";

/** Servers that the notes name, options of one variable, and characters of an address that are read. */
const MOST_SERVERS = 100;
const MOST_CHOICES = 1_000;
const MAX_URL = 4_000;

/** The base URL and the fields for its variables. */
export interface Base {
  readonly url: string;
  readonly fields: LooseObject[];
}

/** Reads the first of a list of servers; null when there is none. */
export function baseOf(servers: Loose | undefined, place: string, keys: FieldKeys, notes: ImportNote[]): Base | null {
  const list = Array.isArray(servers) ? servers.filter(isObject) : [];
  const server = list[0];
  if (server === undefined) return null;
  for (const [index, other] of list.slice(1, MOST_SERVERS).entries()) {
    const url = textMember(other, "url");
    const leftOut = finding("server-left-out", { url: url === null ? null : storedAddress(url) });
    notes.push(noteAt(`${place}[${index + 1}]`, leftOut));
  }
  if (list.length > MOST_SERVERS)
    notes.push(noteAt(place, finding("servers-left-out", { more: list.length - MOST_SERVERS })));
  const written = withoutLastSlashes(cutText(textMember(server, "url") ?? "", MAX_URL).trim());
  const fields: LooseObject[] = [];
  const variables = member(server, "variables");
  const filled = (asFields: boolean) =>
    written.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = isObject(variables) ? member(variables, name) : undefined;
      const value = cleanText(String(textMember(variable, "default") ?? ""), 200);
      if (!asFields) return value;
      const key = keys.take(name, `server ${place} ${name}`);
      const choices = member(variable, "enum");
      const all = Array.isArray(choices) ? choices : [];
      const options = all.slice(0, MOST_CHOICES).filter((each) => typeof each === "string");
      if (options.length < all.length) {
        notes.push(noteAt(`${place}[0].variables.${cleanText(name, 60)}`, finding("choices-not-listed", {})));
        options.length = 0;
      }
      const description = textMember(variable, "description");
      fields.push({
        key,
        label: labelOf(name),
        ...(description === null ? {} : { description: cleanText(description, 400) }),
        type: options.length > 0 ? "select" : "text",
        required: true,
        ...(options.length > 0 ? { options } : {}),
        ...(value === "" || (options.length > 0 && !options.includes(value)) ? {} : { default: value }),
      });
      return whole === "" ? whole : `{${key}}`;
    });
  if (!/^https?:\/\//i.test(written) && !/^\{/.test(written)) return hostless(written, place, keys, notes);
  const templated = filled(true);
  if (isUsable(templated)) return { url: templated, fields };
  const plain = filled(false);
  if (isUsable(plain)) {
    notes.push(noteAt(`${place}[0].url`, finding("server-variables-filled", {})));
    return { url: plain, fields: [] };
  }
  notes.push(noteAt(`${place}[0].url`, finding("server-unusable", { url: storedAddress(written) })));
  return hostless("", place, keys, notes);
}

function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

/** The base URL of a document without a host: the user who connects enters it. */
export function hostless(path: string, place: string, keys: FieldKeys, notes: ImportNote[]): Base {
  const key = keys.take("base_url", "base url");
  notes.push(noteAt(place, finding("document-without-host", { key })));
  const field = {
    key,
    label: "Base URL",
    description: "Such as https://api.example.com",
    type: "text",
    required: true,
  };
  const rest = /^\/[^\s{}\\?#]*$/.test(path) ? path : "";
  return { url: `{${key}}${rest}`, fields: [field] };
}

function isUsable(url: string): boolean {
  if (/[?#]/.test(url)) return false;
  return parseUrlTemplate("/x", url).ok;
}
