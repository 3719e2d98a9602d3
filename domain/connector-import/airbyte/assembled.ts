import { finding } from "../../core/findings/finding.ts";
import { placeholderNames } from "../../connector-language/json/placeholders.ts";
import { saysWho } from "../../connector-language/secrets/credential-names.ts";
import { cutText } from "../../core/text/text.ts";
import {
  cleanText,
  DEFINITION_TOO_LARGE,
  type Imported,
  type ImportLoss,
  type ImportNote,
  isTooLarge,
  type LooseObject,
  member,
  noteAt,
  notPortable,
  toImported,
} from "../imported.ts";
import { withSoundOperations } from "../sound-operations.ts";
import type { SignIn } from "./settings/authenticator.ts";
import type { Component } from "./manifest.ts";
import { rateLimitOf } from "./rate-limit.ts";
import type { Settings } from "./settings/spec-settings.ts";
import type { StreamLoss } from "./stream-draft.ts";
import type { Stream } from "./streams.ts";

type Ok = Extract<SignIn, { ok: true }>;
export type Parts = {
  readonly root: Component;
  readonly settings: Settings;
  readonly notes: ImportNote[];
  readonly chosen: readonly Stream[];
  readonly lost: StreamLoss[];
  /** The streams were asked for by name. */
  readonly isNamed: boolean;
};

/** Puts the streams that can be carried over together into a connector. */
export function assembled({ root, settings, notes, chosen, lost, isNamed }: Parts): Imported {
  const signIn = commonSignIn(chosen);
  for (const { made, draft, component } of chosen) {
    if (made === null) continue;
    if (!made.signIn.ok) draft.loseRows(made.signIn.place, "authenticator", made.signIn.finding);
    else if (signIn !== null && made.signIn.auths.length > 0 && keyOf(made.signIn) !== keyOf(signIn))
      draft.loseRows(component.place, "authenticator", finding("sign-in-differs", {}));
  }
  const refused = chosen.filter(({ made, draft }) => made === null || draft.losses.some(({ rows }) => rows));
  const ofRefused = refused.flatMap(({ draft }) => draft.losses.filter(({ rows }) => rows));
  if (isNamed && refused.length > 0) return notPortable(ofRefused);
  const taken = withParents(chosen.filter((stream) => !refused.includes(stream)));
  if (taken.length === 0 || signIn === null) return notPortable([...ofRefused, ...lost]);
  for (const { draft } of taken) notes.push(...draft.notes);
  const losses: ImportLoss[] = [...ofRefused, ...lost, ...taken.flatMap(({ draft }) => draft.losses)];
  for (const stream of taken)
    if (!chosen.includes(stream)) notes.push(noteAt(stream.component.place, finding("parent-taken-too", {})));
  const written = definitionOf(root, taken, signIn);
  const sound = withSoundOperations(
    withFields(written, signIn, settings),
    (id) => taken.find((stream) => stream.id === id)?.component.place ?? id,
  );
  const unsound = sound.lost.map((each) => ({ ...each, rows: true }));
  if ((isNamed && unsound.length > 0) || isEmpty(sound.definition))
    return notPortable([...unsound, ...ofRefused, ...lost]);
  const definition = withFields(sound.definition, signIn, settings);
  settings.noteUnused(new Set(placeholderNames(JSON.stringify(definition)).concat(keysIn(definition))));
  if (isTooLarge(definition)) return { ok: false, message: DEFINITION_TOO_LARGE };
  return toImported({ ...cardOf(root, definition), definition, notes, lost: [...losses, ...sound.lost] });
}

function isEmpty({ operations }: LooseObject): boolean {
  return !Array.isArray(operations) || operations.length === 0;
}

function keyOf({ auths }: Ok): string {
  return JSON.stringify(auths);
}

/** The way to sign in that most streams have; null if none of them can be written. */
function commonSignIn(streams: readonly Stream[]): Ok | null {
  const counts = new Map<string, { signIn: Ok; count: number }>();
  for (const { made } of streams) {
    if (made?.signIn.ok !== true) continue;
    const known = counts.get(keyOf(made.signIn)) ?? { signIn: made.signIn, count: 0 };
    // A stream that needs no sign-in takes the one of the others.
    known.count += made.signIn.auths.length === 0 ? 0 : 1;
    counts.set(keyOf(made.signIn), known);
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.signIn ?? null;
}

/** The streams with those that they go through. */
function withParents(streams: readonly Stream[]): Stream[] {
  const all = new Set(streams);
  for (const stream of all) for (const parent of stream.parents) all.add(parent);
  return [...all];
}

function definitionOf(root: Component, taken: readonly Stream[], signIn: Ok): LooseObject {
  const bases = new Map<string, number>();
  for (const { made } of taken) bases.set(made?.base ?? "", (bases.get(made?.base ?? "") ?? 0) + 1);
  const base = [...bases].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  const operations = taken.flatMap(({ id, made, draft }): LooseObject[] => {
    if (made === null) return [];
    const { name, ...rest } = made.operation;
    const whole: LooseObject =
      draft.readsWhole && rest.incremental !== undefined ? { write_disposition: "replace" } : {};
    const included = [...draft.includeFromParent].filter((each) => Object.hasOwn(draft.forEach, each));
    return [
      {
        id,
        name: name ?? id,
        ...(made.base === base ? {} : { base_url: made.base }),
        ...rest,
        ...(included.length === 0 ? {} : { include_from_parent: included }),
        ...whole,
      },
    ];
  });
  const auths = signIn.auths.map(({ auth }) => auth);
  const checked = root.component("check")?.list("stream_names")[0]?.value;
  const check = taken.find(({ name }) => name === checked);
  const rate = rateLimitOf(root);
  return {
    protocol: "rest",
    base_url: base,
    ...(auths.length === 0 ? {} : { auth: auths.length === 1 ? (auths[0] ?? null) : auths }),
    ...(rate === null ? {} : { rate_limit: rate }),
    ...(check === undefined ? {} : { check: { operation: check.id } }),
    operations,
  };
}

/** Adds the fields that a definition uses: those that sign in at the auth, the others beside the operations. */
function withFields(definition: LooseObject, { auths }: Ok, settings: Settings): LooseObject {
  const { auth: _auth, params_fields: _fields, derived: _derived, ...rest } = definition;
  const written = JSON.stringify([rest, auths.map(({ auth }) => auth)]);
  const derived = settings.derived(new Set(placeholderNames(written)));
  const sources = Object.values(derived).map((plan) => String(member(plan, "from")));
  const requested = new Set([...placeholderNames(JSON.stringify(rest)), ...sources]);
  const isOfAuth = (key: string) =>
    !Object.hasOwn(derived, key) && (settings.field(key)?.private === true || !requested.has(key));
  const signing = new Set(auths.flatMap(({ keys }) => keys).filter(isOfAuth));
  const asked = new Set([...requested, ...auths.flatMap(({ keys }) => keys)].filter((key) => !signing.has(key)));
  settings.showAddresses(addressKeys(definition, auths));
  const fields = settings.fields(asked).filter(({ key }) => !signing.has(String(key)));
  const signIns = auths.map(({ auth, keys }) => ({
    ...auth,
    ...(auth.type === "none"
      ? {}
      : { fields: keys.filter((key) => signing.has(key)).map((key) => signingField(settings, key)) }),
  }));
  const { operations, ...top } = rest;
  return {
    ...top,
    ...(signIns.length === 0 ? {} : { auth: signIns.length === 1 ? (signIns[0] ?? null) : signIns }),
    ...(Object.keys(derived).length === 0 ? {} : { derived }),
    ...(fields.length === 0 ? {} : { params_fields: fields }),
    operations: operations ?? [],
  };
}

/** The keys of the fields that are part of a host: what is called must be seen before it is agreed to. */
function addressKeys(definition: LooseObject, auths: Ok["auths"]): Set<string> {
  const operations = Array.isArray(definition.operations) ? definition.operations : [];
  const urls = [
    definition.base_url,
    ...operations.flatMap((each) => [member(each, "base_url"), member(each, "url")]),
    ...auths.flatMap(({ auth }) => [auth.token_url, member(auth.login ?? null, "url")]),
  ];
  const hosts = urls.flatMap((url) =>
    typeof url === "string" ? (/^(https?:\/\/)?([^/?#]*)/.exec(url)?.[2] ?? "") : [],
  );
  return new Set(hosts.flatMap(placeholderNames));
}

/** A field that signs in is private, but for one that only says who does. */
function signingField(settings: Settings, key: string): LooseObject {
  const field = settings.field(key) ?? { key };
  return field.private !== true && (saysWho(key) || settings.isAddress(key)) ? { ...field, private: false } : field;
}

/** The keys of all fields of a definition. */
function keysIn({ auth, params_fields: own }: LooseObject): string[] {
  const lists = [own, ...[auth ?? []].flat().map((each) => member(each, "fields"))];
  return lists.flatMap((list) => (Array.isArray(list) ? list.map((field) => String(member(field, "key"))) : []));
}

/** What the source is called in its specification, or the empty text. */
export function titleOf(root: Component): string {
  const title = root.component("spec")?.component("connection_specification")?.text("title") ?? "";
  const plain = cutText(title, 400).replace(/\b(source )?spec(ification)?\b/gi, "");
  return cleanText(plain.replace(/\s+/g, " "), 200);
}

function cardOf(root: Component, { base_url: base }: LooseObject) {
  const named = titleOf(root);
  const host = /^https?:\/\/([^/]+)/.exec(String(base))?.[1] ?? "";
  const docs = root.component("spec")?.text("documentation_url") ?? "";
  return {
    title: named !== "" ? named : host !== "" ? cleanText(host, 200) : "Imported API",
    description: cleanText(cutText(root.text("description") ?? "", 4_000).replace(/\s+/g, " "), 1_000),
    apiDocUrl: /^https?:\/\/\S+$/i.test(docs) && docs.length <= 2_000 && URL.canParse(docs) ? docs : null,
  };
}
