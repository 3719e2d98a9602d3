import { SaxesParser } from "saxes";
import { emptyObject } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

export type XmlParse = { ok: true; root: JsonObject } | { ok: false; message: string };

/** The elements of one name under one parent: a list even of one. A name step of a path goes through all of them. */
export class XmlList extends Array<Json> {}

const MAX_DEPTH = 64;

/** What is wrong with a document; ends the parser at once. */
class XmlFault extends Error {}

/**
 * Reads an XML document as JSON. An element is an object: attributes as `@name`, children by their names as lists,
 * its own text, if any, as `#text`; an element with text alone is that text, an empty one is null. Names keep their
 * prefix, namespace declarations are left out, text loses its white space at both ends. The root element is the
 * answer's root; a path may begin with its name or below it. A DOCTYPE is never followed, one that declares anything is
 * refused, and only XML's own entities are known.
 */
export function parseXml(text: string): XmlParse {
  const open: { element: JsonObject; text: string }[] = [{ element: emptyObject(), text: "" }];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new XmlFault(error.message.replace(/^undefined:/, "line "));
  });
  parser.on("doctype", (declaration) => {
    if (declaration.includes("[")) throw new XmlFault("a DOCTYPE with declarations of its own is not accepted");
  });
  parser.on("opentag", ({ attributes }) => {
    if (open.length > MAX_DEPTH) throw new XmlFault(`it nests deeper than ${MAX_DEPTH} levels`);
    const element = emptyObject();
    for (const [name, value] of Object.entries(attributes)) if (name !== "xmlns" && !name.startsWith("xmlns:")) element[`@${name}`] = value;
    open.push({ element, text: "" });
  });
  const addText = (part: string) => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += part;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    const inner = open.pop();
    const outer = open.at(-1)?.element;
    if (inner === undefined || outer === undefined) return;
    const siblings = outer[name];
    const value = open.length === 1 ? withText(inner.element, inner.text.trim()) : valueOf(inner.element, inner.text.trim());
    if (siblings instanceof XmlList) siblings.push(value);
    else outer[name] = XmlList.of(value);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return { ok: false, message: `The answer is not XML that can be read (${error.message}).` };
  }
  const [name, list] = Object.entries(open[0]?.element ?? {})[0] ?? [];
  const root = Array.isArray(list) ? (list[0] as JsonObject) : emptyObject();
  // Not enumerable: only paths see the root under its own name.
  if (name !== undefined && !Object.hasOwn(root, name)) Object.defineProperty(root, name, { value: list });
  return { ok: true, root };
}

function valueOf(element: JsonObject, text: string): Json {
  if (Object.keys(element).length > 0) return withText(element, text);
  return text === "" ? null : text;
}

function withText(element: JsonObject, text: string): JsonObject {
  if (text !== "") element["#text"] = text;
  return element;
}

/** A list of one element is that element, where a single value is asked for. */
export function single(value: Json): Json {
  return value instanceof XmlList && value.length === 1 ? (value[0] ?? null) : value;
}
