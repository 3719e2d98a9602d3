import { Steps } from "../../core/limits/steps.ts";
import { sizeFault } from "../document-size.ts";
import { cleanText, isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";

/** Requests, folders, variables and characters that are looked at. */
const MOST_STEPS = 500_000;

/** One request of a collection. */
export interface CollectionRequest {
  /** How it is named in a choice: its method, and its folders and name. */
  readonly key: string;
  readonly name: string;
  readonly place: string;
  readonly method: string;
  readonly request: LooseObject;
  readonly item: LooseObject;
  /** Its own way to sign in, or that of the innermost folder with one. */
  readonly auth: Loose | undefined;
}

export interface Collection {
  readonly root: LooseObject;
  readonly requests: readonly CollectionRequest[];
  /** Values of variables that the collection gives. */
  readonly variables: ReadonlyMap<string, LooseObject>;
  readonly steps: Steps;
}

/** Opens a Postman collection (2.0 or 2.1) that was parsed. Refuses what is too large or nests too deep: no request is left out. */
export function openCollection(
  value: unknown,
  steps = new Steps(MOST_STEPS),
): { ok: true; collection: Collection } | { ok: false; message: string } {
  const fault = sizeFault(value);
  if (fault !== null) return { ok: false, message: fault };
  const written = value as Loose;
  const inner = member(written, "collection");
  const root = isObject(inner) ? inner : written;
  if (!isObject(root)) return { ok: false, message: "The collection is not an object." };
  const requests: CollectionRequest[] = [];
  const taken = new Set<string>();
  /** The number from which a key for requests of the same name is looked for. */
  const next = new Map<string, number>();
  readItems(member(root, "item"), { place: "item", folders: [], auth: member(root, "auth") });
  return { ok: true, collection: { root, requests, variables: variablesOf(root, steps), steps } };

  type Folder = { readonly place: string; readonly folders: readonly string[]; readonly auth: Loose | undefined };
  function readItems(items: Loose | undefined, { place, folders, auth }: Folder): void {
    if (!Array.isArray(items)) return;
    steps.take(items.length);
    for (const [index, item] of items.entries()) {
      const at = `${place}[${index}]`;
      if (!isObject(item)) continue;
      const name = cleanText(textMember(item, "name") ?? "", 120) || `request ${index + 1}`;
      const request = member(item, "request");
      const own = member(isObject(request) ? request : item, "auth");
      const inherited = own === undefined || own === null ? auth : own;
      readItems(member(item, "item"), { place: `${at}.item`, folders: [...folders, name], auth: inherited });
      const whole = typeof request === "string" ? { url: request } : request;
      if (!isObject(whole)) continue;
      const method = (textMember(whole, "method") ?? "GET").toUpperCase();
      const plain = `${method} ${[...folders, name].join("/")}`;
      steps.take(plain.length / 50);
      requests.push({ key: freeKey(plain), name, place: at, method, request: whole, item, auth: inherited });
    }
  }

  function freeKey(plain: string): string {
    for (let number = next.get(plain) ?? 1; ; number += 1) {
      steps.take();
      const key = number === 1 ? plain : `${plain} (${number})`;
      if (taken.has(key)) continue;
      taken.add(key);
      next.set(plain, number + 1);
      return key;
    }
  }
}

function variablesOf(root: LooseObject, steps: Steps): Map<string, LooseObject> {
  const variables = new Map<string, LooseObject>();
  const written = member(root, "variable");
  for (const variable of Array.isArray(written) ? written : []) {
    steps.take();
    const name = textMember(variable, "key") ?? textMember(variable, "id");
    if (name !== null && isObject(variable) && member(variable, "disabled") !== true) variables.set(name, variable);
  }
  return variables;
}

/** The members of a list of `{ key, value }` that are not switched off. */
export function pairsIn(list: Loose | undefined, steps: Steps): LooseObject[] {
  if (!Array.isArray(list)) return [];
  steps.take(list.length);
  return list.filter(isObject).filter((each) => member(each, "disabled") !== true);
}
