import { SaxesParser } from "saxes";
import { type Finding, finding } from "../../core/findings/finding.ts";
import { emptyObject, MAX_VALUES } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

export type XmlParse = { ok: true; root: JsonObject } | { ok: false; finding: Finding };

/**
 * The elements of one name under one parent: a list even for one element. A name step of a path goes through all of
 * them.
 */
export class XmlList extends Array<Json> {}

const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 10_000;
/** Characters of one text, comment or name: the parser buffers each until its end. */
const MAX_PART_CHARS = 8_000_000;

/** The namespace of `nil`, which says that an element has no value. */
const INSTANCE_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";

/** A fault of a document; stops the parser. */
class XmlFault extends Error {
  readonly finding: Finding;
  constructor(found: Finding) {
    super(found.code);
    this.finding = found;
  }
}

/**
 * Reads an XML document as JSON. An element is an object: attributes as `@name`, children by name as lists, its own
 * text, if any, as `#text`; an element with text only is that text, an empty one and one that is nil are null. Names
 * keep their prefix, namespace declarations are dropped, text is trimmed. The root element is the root of the JSON; a path may begin with
 * its name or below it. A DOCTYPE is never loaded, one that declares anything is refused, and only XML's own entities
 * are known.
 */
export function parseXml(text: string): XmlParse {
  const reader = xmlReader();
  return reader.write(text) ?? reader.end();
}

/** Reads a document in pieces and returns a fault with the piece that has it. */
export function xmlReader(): { write(piece: string): XmlRefusal | null; end(): XmlParse } {
  const tree = new XmlTree();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new XmlFault(finding("xml-damaged", { said: error.message.replace(/^undefined:/, "line ") }));
  });
  parser.on("doctype", (declaration) => {
    if (declaration.includes("[")) throw new XmlFault(finding("xml-with-declarations", {}));
  });
  parser.on("opentag", ({ attributes }) => tree.open(attributes));
  parser.on("attribute", () => tree.attribute());
  parser.on("comment", () => void (tree.silent = 0));
  parser.on("text", (part) => tree.text(part));
  parser.on("cdata", (part) => tree.text(part));
  parser.on("closetag", ({ name }) => tree.close(name));
  return {
    write: (piece) =>
      attempt(() => {
        tree.silent += piece.length;
        parser.write(piece);
        if (tree.silent > MAX_PART_CHARS)
          throw new XmlFault(finding("xml-part-too-long", { megabytes: MAX_PART_CHARS / 1_000_000 }));
      }),
    end: () => attempt(() => parser.close()) ?? { ok: true, root: rootOf(tree.document) },
  };
}

type XmlRefusal = Extract<XmlParse, { ok: false }>;

function attempt(step: () => unknown): XmlRefusal | null {
  try {
    step();
    return null;
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return { ok: false, finding: finding("xml-unreadable", { reason: error.finding }) };
  }
}

type OpenElement = {
  readonly element: JsonObject;
  text: string;
  readonly isNil: boolean;
  /** The prefixes that stand for INSTANCE_NAMESPACE here. */
  readonly instancePrefixes: ReadonlySet<string>;
};

/** The prefixes of INSTANCE_NAMESPACE within an element with these attributes. */
function prefixesWithin(outside: ReadonlySet<string>, written: Readonly<Record<string, string>>): ReadonlySet<string> {
  let prefixes = outside;
  for (const [name, value] of Object.entries(written)) {
    if (!name.startsWith("xmlns:")) continue;
    const prefix = name.slice("xmlns:".length);
    const isInstance = value === INSTANCE_NAMESPACE;
    if (prefixes.has(prefix) === isInstance) continue;
    prefixes = new Set(isInstance ? [...prefixes, prefix] : [...prefixes].filter((other) => other !== prefix));
  }
  return prefixes;
}

/** The open elements, innermost last, as JSON; its methods throw XmlFault at a limit. */
class XmlTree {
  /** Characters since the last complete part. */
  silent = 0;
  private values = 0;
  private attributes = 0;
  private readonly opened: OpenElement[] = [
    { element: emptyObject(), text: "", isNil: false, instancePrefixes: new Set() },
  ];

  get document(): JsonObject {
    return this.opened[0]?.element ?? {};
  }

  open(written: Readonly<Record<string, string>>): void {
    if (this.opened.length > MAX_DEPTH) throw new XmlFault(finding("xml-too-deep", { levels: MAX_DEPTH }));
    this.count();
    this.attributes = 0;
    const element = emptyObject();
    const instancePrefixes = prefixesWithin(this.opened.at(-1)?.instancePrefixes ?? new Set(), written);
    let isNil = false;
    for (const [name, value] of Object.entries(written)) {
      if (name === "xmlns" || name.startsWith("xmlns:")) continue;
      if (name.endsWith(":nil") && instancePrefixes.has(name.slice(0, -":nil".length)))
        isNil = value.trim() === "true" || value.trim() === "1";
      else element[`@${name}`] = value;
    }
    this.opened.push({ element, text: "", isNil, instancePrefixes });
  }

  attribute(): void {
    this.count();
    if (++this.attributes > MAX_ATTRIBUTES)
      throw new XmlFault(finding("xml-too-many-attributes", { limit: MAX_ATTRIBUTES }));
  }

  text(part: string): void {
    this.silent = 0;
    const inner = this.opened.at(-1);
    if (inner !== undefined) inner.text += part;
  }

  close(name: string): void {
    this.silent = 0;
    const inner = this.opened.pop();
    const outer = this.opened.at(-1)?.element;
    if (inner === undefined || outer === undefined) return;
    const siblings = outer[name];
    const text = inner.isNil ? "" : inner.text.trim();
    const value = this.opened.length === 1 ? withText(inner.element, text) : valueOf(inner.element, text);
    if (siblings instanceof XmlList) siblings.push(value);
    else outer[name] = XmlList.of(value);
  }

  private count(): void {
    this.silent = 0;
    this.values += 1;
    if (this.values > MAX_VALUES)
      throw new XmlFault(finding("xml-too-many-values", { millions: MAX_VALUES / 1_000_000 }));
  }
}

/** The root element; its own name is not enumerable, so that only paths find it. */
function rootOf(document: JsonObject): JsonObject {
  const [name, list] = Object.entries(document)[0] ?? [];
  const root = Array.isArray(list) ? (list[0] as JsonObject) : emptyObject();
  if (name !== undefined && !Object.hasOwn(root, name)) Object.defineProperty(root, name, { value: list });
  if (name !== undefined) roots.set(root, name);
  return root;
}

/** Returns the name of the root element if this is the root of a document of XML; undefined for any other JSON. */
export function rootElementOf(root: JsonObject): string | undefined {
  return roots.get(root);
}

const roots = new WeakMap<JsonObject, string>();

function valueOf(element: JsonObject, text: string): Json {
  if (Object.keys(element).length > 0) return withText(element, text);
  return text === "" ? null : text;
}

function withText(element: JsonObject, text: string): JsonObject {
  if (text !== "") element["#text"] = text;
  return element;
}

/** A list of one element becomes that element, for callers that need a single value. */
export function single(value: Json): Json {
  return value instanceof XmlList && value.length === 1 ? (value[0] ?? null) : value;
}
