import type { Field } from "../definition/schema.ts";
import { emptyObject, scalarText } from "../json/json.ts";
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

/** Whether a field is visible, and so counts: by its own conditions. */
export type Visibility = (field: Pick<Conditional, "visible_if">) => boolean;

/**
 * Which fields are visible with these values. Each rule and each value is read once, however many fields share them:
 * the work grows with the sizes of the rules and values, not with their product.
 */
export function visibilityWith(values: JsonObject): Visibility {
  const present = new Map<string, ReadonlySet<string>>();
  const known = new Map<object, boolean>();
  const presentOf = (key: string): ReadonlySet<string> => {
    const found = present.get(key) ?? spellingsOf(Object.hasOwn(values, key) ? (values[key] ?? null) : null);
    present.set(key, found);
    return found;
  };
  return ({ visible_if: rule }) => {
    if (rule === undefined || rule === null) return true;
    const found =
      known.get(rule) ?? conditionsOf(rule).every((condition) => isMet(condition, presentOf(condition.key)));
    known.set(rule, found);
    return found;
  };
}

/** Whether a field is hidden by its own conditions or its group's. */
export function isHidden<F extends Conditional>({ leaf, group }: Leaf<F>, isVisible: Visibility): boolean {
  return !isVisible(leaf) || (group !== null && !isVisible(group));
}

/** How many conditions a rule has. */
export function conditionCount({ visible_if: rule }: Pick<Conditional, "visible_if">): number {
  return rule === undefined || rule === null ? 0 : conditionsOf(rule).length;
}

type Condition = Extract<NonNullable<Field["visible_if"]>, readonly unknown[]>[number];

/** The conditions of a rule, all of which must hold. A list in a map means "one of". */
function conditionsOf(rule: NonNullable<Field["visible_if"]>): readonly Condition[] {
  return Array.isArray(rule) ? rule : Object.entries(rule).map(([key, expected]) => ({ key, in: [expected].flat() }));
}

/** A field of several values meets a condition if one of them does. */
function isMet({ equals, in: among, exists }: Condition, present: ReadonlySet<string>): boolean {
  if (equals === undefined && among === undefined) {
    const wanted = exists ?? true;
    return [...present].some((value) => UNSET.has(value) !== wanted);
  }
  const only = equals === undefined ? null : spelling(equals);
  const fits = (value: string) =>
    present.has(value) && (only === null || value === only) && (exists === undefined || UNSET.has(value) !== exists);
  return (among ?? [equals ?? null]).some((value) => fits(spelling(value)));
}

const NULL = "null";
/** Of values without a text, which no condition names: objects, and lists in lists. */
const OTHER = "other";
const UNSET: ReadonlySet<string> = new Set([NULL, "="]);

function spellingsOf(value: Json): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.map(spelling) : [spelling(value)]);
}

/** Equal for equal settings: forms send texts, so "2" and "true" meet a condition on 2 or true. */
function spelling(value: Json): string {
  if (value === null) return NULL;
  const text = scalarText(value);
  return text === null ? OTHER : `=${text}`;
}
