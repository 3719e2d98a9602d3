import { type Steps } from "../../core/limits/steps.ts";
import { isSecret } from "../../connector-language/settings/looks-secret.ts";
import { FieldKeys, labelOf, mayBeKey, secretField } from "../field-keys.ts";
import { isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";
import type { Recorded } from "./recording.ts";

const MAX_DEPTH = 12;
const MAX_CONSTANT = 200;

/** The settings of a recording. None has a value of it: what a person sent is theirs. */
export class RecordedFields {
  readonly keys = new FieldKeys();
  readonly fields = new Map<string, LooseObject>();

  /** The placeholder for a value of this name. `scope`: what uses of one name share a field. */
  placeholder(name: string, scope: string, required = false): string {
    const key = this.keys.take(name, scope);
    if (!this.fields.has(key))
      this.fields.set(
        key,
        isSecret(name, "")
          ? secretField(key, labelOf(name))
          : { key, label: labelOf(name), type: "text", ...(required ? { required: true } : {}) },
      );
    return `{${key}}`;
  }

  secret(name: string, scope: string): string {
    const key = this.keys.take(name, scope);
    this.fields.set(key, secretField(key, labelOf(name)));
    return key;
  }
}

/**
 * The value that all requests of a path have alike, or null: there must be two different requests at least, and what may
 * be a secret never counts.
 */
export function constantOf(name: string, values: readonly (string | undefined)[]): string | null {
  const [first] = values;
  if (values.length < 2 || first === undefined || values.some((value) => value !== first)) return null;
  return first.length > MAX_CONSTANT || isSecret(name, first) || /[{}]/.test(first) ? null : first;
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
    steps.take(pairs.length);
    for (const [name, value] of pairs) {
      if (!mayBeKey(name) || /[{}]/.test(name)) continue;
      const values = byName.get(name) ?? Array.from({ length: requests.length }, () => undefined);
      // A name that comes several times in one request has no one value.
      values[index] = values[index] === undefined ? value : `${values[index]}\n${value}`;
      byName.set(name, values);
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
      if (!mayBeKey(key)) continue;
      const values = bodies.map((body) => member(body, key));
      const known = values.filter((value) => value !== undefined);
      made[key] =
        known.length === values.length
          ? bodyTemplate(known, fields, `${scope}.${key}`, steps, key, depth + 1)
          : fields.placeholder(key, `${scope}.${key}`);
    }
    return made;
  }
  const texts = bodies.map((body) => JSON.stringify(body ?? null));
  steps.take(texts.reduce((sum, text) => sum + text.length / 50, 0));
  const isFlat = !isObject(first ?? undefined) && (!Array.isArray(first) || first.every((each) => !isObject(each)));
  const constant = isFlat ? constantOf(name, texts) : null;
  return constant === null ? fields.placeholder(name, scope) : (JSON.parse(constant) as Loose);
}
