import { finding } from "../../core/findings/finding.ts";
import { addSecret, type Draft, placeholdersIn } from "./curl-draft.ts";
import type { CurlRequest } from "./curl-request.ts";
import { cleanText, isObject, type Loose, type LooseObject } from "../imported.ts";
import { mayBeSecret } from "../private-names.ts";

const MAX_DEPTH = 20;

/** The body as a template. JSON stays JSON; a form or other text is sent as text and needs a Content-Type header. */
export function requestBody(request: CurlRequest, headers: LooseObject, draft: Draft): Loose {
  if (request.data.length === 0) return null;
  const text = request.data.join(request.json ? "" : "&");
  const typeName = Object.keys(headers).find((name) => name.toLowerCase() === "content-type");
  const type = typeName === undefined ? "" : String(headers[typeName]);
  const tree = parsed(text.replace(/\ue000(\w+)\ue001/g, "{$1}"));
  if (tree !== null) {
    if (typeName !== undefined && !/json/i.test(type)) delete headers[typeName];
    return jsonTemplate(tree, "", "", draft, 0);
  }
  if (/json/i.test(type) || request.json) {
    draft.notes.push({ place: bodyPlace(""), finding: finding("sent-body-not-json", {}) });
    if (typeName !== undefined) delete headers[typeName];
    return null;
  }
  if (type === "") headers["Content-Type"] = "application/x-www-form-urlencoded";
  const isForm = type === "" || /x-www-form-urlencoded/i.test(type);
  const written = isForm
    ? text
        .split("&")
        .map((pair) => formPair(pair, draft))
        .join("&")
    : placeholdersIn(cleanText(text, 90_000), bodyPlace(""), draft);
  return written === "" ? null : written;
}

/** A place in the body; `within`: the way to a member. */
const bodyPlace = (within: string) => finding("place-body", { within });

function formPair(pair: string, draft: Draft): string {
  const [name = "", value = ""] = pair.toWellFormed().split(/=(.*)/s, 2);
  const place = finding("place-form-field", { name: cleanText(name, 60) });
  const plain = (text: string) => text.replace(/[\u0000-\u0020\u007f]/g, encodeURIComponent);
  if (!mayBeSecret(name, value))
    return pair.includes("=") ? `${plain(name)}=${plain(placeholdersIn(value, place, draft))}` : plain(name);
  let made = "";
  addSecret(draft, name, name, place, (key) => void (made = `{${key}}`));
  return `${plain(name)}=${made}`;
}

function jsonTemplate(value: Loose, within: string, name: string, draft: Draft, depth: number): Loose {
  const place = bodyPlace(within);
  if (depth > MAX_DEPTH) {
    draft.notes.push({ place, finding: finding("sent-body-too-deep", {}) });
    return null;
  }
  if (Array.isArray(value))
    return value.map((item, index) => jsonTemplate(item, `${within}[${index}]`, name, draft, depth + 1));
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([key]) => {
      const usable =
        key !== "__proto__" &&
        key !== "constructor" &&
        key !== "prototype" &&
        key.isWellFormed() &&
        !key.includes("\0");
      if (!usable) draft.notes.push({ place, finding: finding("body-key-unusable", { key: cleanText(key, 40) }) });
      return usable;
    });
    return Object.fromEntries(
      entries.map(([key, inner]) => [
        key,
        jsonTemplate(inner, `${within}: ${cleanText(key, 60)}`, key, draft, depth + 1),
      ]),
    );
  }
  const scalar = typeof value === "number" || typeof value === "string" ? String(value) : null;
  if (scalar !== null && scalar !== "" && mayBeSecret(name, scalar) && !/^\{\w+\}$/.test(scalar)) {
    let made = "";
    addSecret(draft, name || "secret", name || "Secret", place, (key) => void (made = `{${key}}`));
    return made;
  }
  return typeof value === "string" ? placeholdersIn(value.replaceAll("\0", "").toWellFormed(), place, draft) : value;
}

function parsed(text: string): Loose {
  try {
    const value = JSON.parse(text) as Loose;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
