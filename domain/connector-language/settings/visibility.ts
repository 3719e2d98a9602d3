import type { Field } from "../definition/schema.ts";
import { emptyObject, jsonEquals, scalarText } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import { isUnset } from "../json/placeholders.ts";

/** The parts of a field that decide whether it is visible. */
interface Conditional {
  key: string;
  type: Field["type"];
  multiple: boolean;
  default?: Json | undefined;
  visible_if?: Field["visible_if"] | null;
}
type Grouped<F> = { fields?: readonly F[] | undefined };

/** A field with a value of its own, and its group. */
export type Leaf<F> = { leaf: F; group: F | null };

/** Every field and group member, in order. A list of groups is one field. */
export function leavesOf<F extends Conditional & Grouped<F>>(fields: readonly F[]): Leaf<F>[] {
  return fields.flatMap((field): Leaf<F>[] =>
    field.type === "group" && !field.multiple
      ? (field.fields ?? []).map((leaf) => ({ leaf, group: field }))
      : [{ leaf: field, group: null }],
  );
}

/** The values of the fields, with defaults for unset ones; conditions use these. */
export function withDefaults<F extends Conditional>(
  leaves: readonly Leaf<F>[],
  given: (leaf: F) => Json | undefined,
): JsonObject {
  const values = emptyObject();
  for (const { leaf } of leaves) {
    const value = given(leaf);
    values[leaf.key] = (isUnset(value) ? leaf.default : value) ?? null;
  }
  return values;
}

/** Whether a field is hidden, and so does not count, with these values: by its own conditions or its group's. */
export function isHidden<F extends Conditional>({ leaf, group }: Leaf<F>, values: JsonObject): boolean {
  return !isVisible(leaf, values) || (group !== null && !isVisible(group, values));
}

/** Whether all of a field's own conditions hold. A list in a map means "one of". */
export function isVisible({ visible_if: rule }: Pick<Conditional, "visible_if">, values: JsonObject): boolean {
  if (rule === undefined || rule === null) return true;
  const own = (key: string): Json => (Object.hasOwn(values, key) ? (values[key] ?? null) : null);
  if (!Array.isArray(rule)) {
    return Object.entries(rule).every(([key, expected]) =>
      meets(own(key), (value) => [expected].flat().some((item) => sameSetting(item, value))),
    );
  }
  return rule.every((condition) =>
    meets(own(condition.key), (value) => {
      const bare = condition.equals === undefined && condition.in === undefined;
      if ((condition.exists ?? (bare ? true : undefined)) === isUnset(value)) return false;
      if (condition.equals !== undefined && !sameSetting(condition.equals, value)) return false;
      return condition.in === undefined || condition.in.some((item) => sameSetting(item, value));
    }),
  );
}

/** Forms send texts, so "2" and "true" meet a condition on 2 or true. */
function sameSetting(expected: Json, value: Json): boolean {
  return (
    jsonEquals(expected, value) ||
    (value !== null && scalarText(expected) === scalarText(value) && scalarText(value) !== null)
  );
}

/** A field of several values meets a condition if one of them does. */
function meets(value: Json, test: (value: Json) => boolean): boolean {
  return Array.isArray(value) ? value.some(test) : test(value);
}
