import { type Steps } from "../../core/limits/steps.ts";
import { looksSecret } from "../../connector-language/settings/looks-secret.ts";
import { mayBeSecret } from "../private-names.ts";
import { FieldKeys, labelOf, mayBeKey, secretField } from "../field-keys.ts";
import { isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";
import { mayBeKnown } from "./known-values.ts";
import type { Recorded } from "./recording.ts";

const MAX_DEPTH = 12;

/** The settings of a recording. None has a value of it: what a person sent is theirs. */
export class RecordedFields {
  readonly keys = new FieldKeys();
  readonly fields = new Map<string, LooseObject>();

  /**
   * The placeholder for values of this name; private if the name or one of them may be a secret. `scope`: what uses of one
   * name share a field.
   */
  placeholder(name: string, scope: string, values: readonly Loose[] = [], required = false): string {
    if (mayBeSecret(name, "") || values.some((value) => typeof value === "string" && looksSecret(value)))
      return `{${this.secret(name, scope)}}`;
    const key = this.keys.take(name, scope);
    if (!this.fields.has(key))
      this.fields.set(key, { key, label: labelOf(name), type: "text", ...(required ? { required: true } : {}) });
    return `{${key}}`;
  }

  /** The key of a private field for values of this name. */
  secret(name: string, scope: string): string {
    const key = this.keys.take(name, scope);
    this.fields.set(key, secretField(key, labelOf(name)));
    return key;
  }
}

/**
 * The value that all requests of a path have alike, or null: there must be two different requests at least, and a name
 * and form that may be known.
 */
export function constantOf<Value extends Loose>(name: string, values: readonly (Value | undefined)[]): Value | null {
  const [first] = values;
  if (values.length < 2 || first === undefined || !mayBeKnown(name, first)) return null;
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? first : null;
}

/** Whether a name may stand in a draft: a value without a name is read as one. */
function mayBeName(name: string): boolean {
  return mayBeKey(name) && !looksSecret(name);
}

/** The pairs of a query, header list or form of each request, by name. */
export function pairsByName(
  requests: readonly Recorded[],
  read: (recorded: Recorded) => readonly (readonly [name: string, value: string])[],
  steps: Steps,
): Map<string, (string | undefined)[]> {
  const byName = new Map<string, (string | undefined)[]>();
  for (const [index, recorded] of requests.entries()) {
    const pairs = read(recorded);
    for (const [name, value] of pairs) {
      steps.take(1 + value.length / 50);
      if (!mayBeName(name) || /[{}]/.test(name)) continue;
      let values = byName.get(name);
      if (values === undefined) {
        steps.take(requests.length);
        values = Array.from({ length: requests.length }, () => undefined);
        byName.set(name, values);
      }
      // A name that comes several times in one request has no one value.
      values[index] = values[index] === undefined ? value : `${values[index]}\n${value}`;
    }
  }
  return byName;
}

/** The pairs of `{ name, value }` in a list of the recording. */
export function namedPairs(list: Loose | undefined): [name: string, value: string][] {
  return (Array.isArray(list) ? list : []).flatMap((pair): [string, string][] => {
    const name = textMember(pair, "name");
    return name === null ? [] : [[name, textMember(pair, "value") ?? ""]];
  });
}

/** Bodies of one path as a template: members that are alike in all of them are constants, the others settings. */
export function bodyTemplate(
  bodies: readonly Loose[],
  fields: RecordedFields,
  scope: string,
  steps: Steps,
  name = "body",
  depth = 0,
): Loose {
  steps.take();
  const [first] = bodies;
  if (depth < MAX_DEPTH && isObject(first ?? undefined) && bodies.every((body) => isObject(body))) {
    const made: LooseObject = {};
    const names = new Set(bodies.flatMap((body) => Object.keys(body)));
    steps.take(names.size * bodies.length);
    for (const key of names) {
      if (!mayBeName(key)) continue;
      const values = bodies.map((body) => member(body, key));
      const known = values.filter((value) => value !== undefined);
      made[key] =
        known.length === values.length
          ? bodyTemplate(known, fields, `${scope}.${key}`, steps, key, depth + 1)
          : fields.placeholder(key, `${scope}.${key}`, known);
    }
    return made;
  }
  steps.take(bodies.reduce<number>((sum, body) => sum + (typeof body === "string" ? body.length / 50 : 1), 0));
  return constantOf(name, bodies) ?? fields.placeholder(name, scope, bodies);
}
