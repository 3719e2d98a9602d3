import { cutText } from "../../../core/text/text.ts";
import { mayBeSecret } from "../../private-names.ts";
import { labelOf } from "../../field-keys.ts";
import { cleanText, isObject, type Loose, type LooseObject, member } from "../../imported.ts";
import type { Component, Placed } from "../manifest.ts";

export const MAX_SETTING_DEPTH = 4;
export const MOST_SETTINGS = 500;
const MOST_OPTIONS = 500;
const MOST_EXAMPLES = 3;

/** A setting of the source: where it is in its configuration, and the field that it becomes. */
export interface Setting {
  readonly path: string;
  readonly place: string;
  readonly order: number;
  field: LooseObject;
  /** The setting and the values of it with which this one is asked for. */
  condition: { readonly path: string; readonly values: Loose[] } | null;
}

/** Reads the settings that a specification describes, by their paths. */
export function readSettings(schema: Component): Map<string, Setting> {
  const settings = new Map<string, Setting>();
  readProperties(schema, [], null, settings);
  return settings;
}

type Condition = Setting["condition"];

function readProperties(
  schema: Component,
  path: readonly string[],
  condition: Condition,
  into: Map<string, Setting>,
): void {
  const required = new Set(schema.list("required").map(({ value }) => value));
  const entries = propertiesOf(schema);
  const chosenBy = condition === null ? null : entries.find(([, at]) => constantOf(at) !== undefined);
  for (const [name, at] of entries) {
    const property = schema.open(at);
    if (property === null || into.size >= MOST_SETTINGS || path.length >= MAX_SETTING_DEPTH) continue;
    if (chosenBy?.[0] === name) continue;
    readProperty(property, { name, path: [...path, name], isRequired: required.has(name), condition }, into);
  }
}

function propertiesOf(schema: Component): [name: string, at: Placed][] {
  const properties = schema.component("properties");
  if (properties === null) return [];
  // A property may be called `type`, which is no member of a component.
  const named = properties.at("type");
  return [
    ...properties.entries(),
    ...(named !== null && isObject(named.value) ? [["type", named] as [string, Placed]] : []),
  ];
}

function readProperty(
  property: Component,
  { name, path, isRequired, condition }: { name: string; path: string[]; isRequired: boolean; condition: Condition },
  into: Map<string, Setting>,
): void {
  const variants = property.components("oneOf");
  if (variants.length > 0) return readVariants(property, variants, path, condition, into);
  if (property.component("properties") !== null && property.text("type") !== "array")
    return readProperties(property, path, condition, into);
  const joined = path.join(".");
  const known = into.get(joined);
  if (known !== undefined) {
    if (known.condition !== null && condition !== null) known.condition.values.push(...condition.values);
    return;
  }
  into.set(joined, {
    path: joined,
    place: property.place,
    order: orderOf(property),
    field: fieldOf(property, name, isRequired),
    condition: condition === null ? null : { path: condition.path, values: [...condition.values] },
  });
}

/** An object in several forms: a choice, and the settings of each form. */
function readVariants(
  property: Component,
  variants: readonly Component[],
  path: string[],
  condition: Condition,
  into: Map<string, Setting>,
): void {
  const forms = variants.map((variant) => {
    const constant = propertiesOf(variant).find(([, at]) => constantOf(at) !== undefined);
    const value = constant === undefined ? undefined : constantOf(constant[1]);
    return { variant, name: constant?.[0], value, label: cleanText(variant.text("title") ?? String(value), 200) };
  });
  const name = forms.find((form) => form.name !== undefined)?.name;
  const chosenBy = name === undefined ? null : [...path, name].join(".");
  if (chosenBy !== null && !into.has(chosenBy)) {
    const label = cleanText(property.text("title") ?? labelOf(path.at(-1) ?? ""), 200);
    const options = forms.flatMap(({ value, label: each }): LooseObject[] =>
      value === undefined ? [] : [{ value, label: each }],
    );
    const field = { label, type: "select", required: true, options };
    into.set(chosenBy, { path: chosenBy, place: property.place, order: orderOf(property), field, condition });
  }
  for (const { variant, value } of forms) {
    const own = value === undefined || chosenBy === null ? condition : { path: chosenBy, values: [value] };
    readProperties(variant, path, own, into);
  }
}

function orderOf(property: Component): number {
  const order = property.at("order")?.value;
  return typeof order === "number" ? order : Infinity;
}

/** The one value that a property may have. */
function constantOf({ value }: Placed): string | number | boolean | undefined {
  const choices = member(value, "enum");
  const constant = member(value, "const") ?? (Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined);
  return isScalar(constant) ? constant : undefined;
}

function isScalar(value: Loose | undefined): value is string | number | boolean {
  return (
    (typeof value === "string" && value.length <= 400) ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function fieldOf(property: Component, name: string, isRequired: boolean): LooseObject {
  const isList = property.text("type") === "array";
  const of = isList ? (property.component("items") ?? property) : property;
  const field: LooseObject = { label: cleanText(property.text("title") ?? "", 200) || labelOf(name) };
  const isPrivate = property.at("airbyte_secret")?.value === true || mayBeSecret(name, "");
  const description = descriptionOf(property, isPrivate);
  if (description !== "") field.description = description;
  const options = of.list("enum").flatMap(({ value }) => (isScalar(value) ? [value] : []));
  const isChoice = options.length > 0 && options.length <= MOST_OPTIONS && !isPrivate;
  field.type = isPrivate ? "text" : isChoice ? "select" : typeOf(of);
  if (isRequired) field.required = true;
  if (isChoice) field.options = options;
  if (isList) field.multiple = true;
  if (isPrivate) return { ...field, private: true };
  const values = property.at("default")?.value;
  if (
    values !== undefined &&
    (Array.isArray(values) ? isList && values.every(isScalar) : !isList && fits(field, values))
  )
    field.default = typeof values === "string" ? cleanText(values, 1_000) : values;
  return field;
}

/** Description, examples and form of a value as a few sentences without markup. */
function descriptionOf(property: Component, isPrivate: boolean): string {
  const plain = cutText(property.text("description") ?? "", 4_000)
    .replace(/<[^<>]{0,500}>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const sentences = [cleanText(plain, 600)];
  const examples = property
    .list("examples")
    .slice(0, MOST_EXAMPLES)
    .flatMap(({ value }) => (isScalar(value) ? [cleanText(String(value), 60)] : []));
  if (examples.length > 0 && !isPrivate) sentences.push(`Such as ${examples.join(", ")}.`);
  const form =
    property.text("pattern_descriptor") ?? (property.text("format") === "date-time" ? "a date and time" : null);
  if (form !== null) sentences.push(`Written as ${cleanText(form, 80)}.`);
  return sentences
    .filter((each) => each !== "")
    .map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`))
    .join(" ");
}

function typeOf(property: Component): string {
  const types = property.list("type").map(({ value }) => value);
  const type = types.find((each) => each !== "null");
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return property.text("format") === "date" ? "date" : "text";
}

export function fits(field: LooseObject, value: Loose): boolean {
  if (!isScalar(value) || value === "") return false;
  if (field.type === "select") return Array.isArray(field.options) && field.options.includes(value);
  if (field.type === "number") return typeof value === "number";
  if (field.type === "boolean") return typeof value === "boolean";
  return field.type === "date"
    ? typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)
    : typeof value === "string";
}
