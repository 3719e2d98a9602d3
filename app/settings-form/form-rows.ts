/**
 * Adding and removing rows without JavaScript: the form is posted with its button's intent, and returned with a row
 * added or removed and all that was typed. The intents are `add <kind>:<name>` and `remove <kind>:<name>[n]`; `look`
 * only shows the fields that are now visible.
 */
export type RowChange =
  | { readonly type: "look" }
  | { readonly type: "add"; readonly kind: RowKind; readonly name: string }
  | { readonly type: "remove"; readonly kind: RowKind; readonly name: string; readonly at: number };

/** Entries of a list of groups, values of one field, rows of key and value. */
export type RowKind = "group" | "value" | "pair";

/** The change for a pressed button; null for any other button. */
export function rowChange(intent: string): RowChange | null {
  if (intent === "look") return { type: "look" };
  const [, word, kind, name, at] = /^(add|remove) (group|value|pair):(.+?)(?:\[(\d+)\])?$/.exec(intent) ?? [];
  if (kind === undefined || name === undefined) return null;
  if (word === "add") return { type: "add", kind: kind as RowKind, name };
  return at === undefined ? null : { type: "remove", kind: kind as RowKind, name, at: Number(at) };
}

/** The form with the row added or removed. */
export function withRowChange(form: FormData, change: RowChange): FormData {
  if (change.type === "look") return form;
  const { kind, name } = change;
  if (change.type === "add") {
    if (kind === "group") return added(form, [[`${name}[]`, String(form.getAll(`${name}[]`).length)]]);
    return added(
      form,
      kind === "value"
        ? [[name, ""]]
        : [
            [`${name}_key`, ""],
            [`${name}_value`, ""],
          ],
    );
  }
  if (kind === "group") return withoutGroup(form, name, change.at);
  return kind === "value"
    ? withoutNth(form, name, change.at)
    : withoutNth(withoutNth(form, `${name}_key`, change.at), `${name}_value`, change.at);
}

/** The name of the row to focus after a change, as its first control or itself is named. */
export function rowToFocus(form: FormData, change: RowChange): string | undefined {
  if (change.type !== "add") return undefined;
  return change.kind === "group" ? `${change.name}[${form.getAll(`${change.name}[]`).length - 1}]` : change.name;
}

function added(form: FormData, entries: readonly (readonly [string, string])[]): FormData {
  const more = new FormData();
  for (const [name, value] of form) more.append(name, value);
  for (const [name, value] of entries) more.append(name, value);
  return more;
}

function withoutNth(form: FormData, name: string, at: number): FormData {
  const less = new FormData();
  let seen = 0;
  for (const [key, value] of form) {
    if (key === name && seen++ === at) continue;
    less.append(key, value);
  }
  return less;
}

function withoutGroup(form: FormData, name: string, at: number): FormData {
  const less = new FormData();
  for (const [key, value] of form) {
    const rest = key.startsWith(`${name}[`) ? /^\[(\d*)\](.*)$/.exec(key.slice(name.length)) : null;
    const number = rest?.[1] === "" ? Number(value) : Number(rest?.[1]);
    if (!rest) less.append(key, value);
    else if (number !== at) {
      const moved = String(number > at ? number - 1 : number);
      if (rest[1] === "") less.append(key, moved);
      else less.append(`${name}[${moved}]${rest[2] ?? ""}`, value);
    }
  }
  return less;
}
