import { Steps } from "../../core/limits/steps.ts";
import { cleanText, isObject, type Loose, type LooseObject, member } from "../imported.ts";
import { sizeFault } from "../document-size.ts";
import { describeOtherDocument } from "../other-documents.ts";

const MAX_HOPS = 32;
/** The longest path to what a reference means, in characters. */
const MAX_REFERENCE = 2_000;
/** Members, parts and references that are looked at. A document of 5 MB of an honest API takes a tenth of it. */
const MOST_STEPS = 5_000_000;

/** An OpenAPI document with its references. */
export interface OpenApiDocument {
  readonly root: LooseObject;
  /** The object after following all references in this document; null if one leads nowhere, outside or in a circle. */
  resolve(value: Loose | undefined): LooseObject | null;
  /** What reading it may still cost. Everything that goes through members counts them, for they may be shared. */
  readonly steps: Steps;
}

export type Opened = { ok: true; document: OpenApiDocument } | { ok: false; message: string };

/**
 * Accepts an OpenAPI 3.0 or 3.1 document of reasonable size. The value may contain the same object several times, or a
 * cycle (YAML).
 */
export function openDocument(value: unknown, steps = new Steps(MOST_STEPS)): Opened {
  const fault = sizeFault(value);
  if (fault !== null) return { ok: false, message: fault };
  const root = value as Loose;
  const written = isObject(root) ? member(root, "openapi") : undefined;
  if (!isObject(root) || (typeof written !== "string" && typeof written !== "number"))
    return { ok: false, message: describeOtherDocument(root) };
  const version = String(written);
  if (!/^3\.[012]\b/.test(version))
    return { ok: false, message: `This is OpenAPI ${cleanText(version, 20)}. Versions 3.0 to 3.2 can be read.` };
  if (!isObject(member(root, "paths"))) return { ok: false, message: "The document describes no paths." };
  const known = new WeakMap<LooseObject, LooseObject | null>();
  const resolveOnce = (at: Loose | undefined): LooseObject | null => {
    steps.take();
    if (!isObject(at)) return null;
    const found = known.get(at);
    if (found !== undefined) return found;
    const resolved = resolve(root, at, steps);
    known.set(at, resolved);
    return resolved;
  };
  return { ok: true, document: { root, resolve: resolveOnce, steps } };
}

function resolve(root: LooseObject, value: Loose | undefined, steps: Steps): LooseObject | null {
  let at = value;
  for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
    if (!isObject(at)) return null;
    const ref = member(at, "$ref");
    if (typeof ref !== "string") return at;
    steps.take(1 + ref.length / 100);
    at = pointed(root, ref);
  }
  return null;
}

function pointed(root: LooseObject, ref: string): Loose | undefined {
  if (!ref.startsWith("#") || ref.length > MAX_REFERENCE) return undefined;
  let at: Loose | undefined = root;
  for (const step of ref.slice(1).split("/").slice(1)) {
    const key = unescaped(step);
    at = Array.isArray(at) ? (/^\d{1,6}$/.test(key) ? at[Number(key)] : undefined) : member(at, key);
  }
  return at;
}

function unescaped(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A stray percent sign is kept.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
