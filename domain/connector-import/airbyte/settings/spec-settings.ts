import { finding } from "../../../core/findings/finding.ts";
import { mayBeSecret } from "../../private-names.ts";
import { fieldKey, labelOf } from "../../field-keys.ts";
import { type ImportNote, type Loose, type LooseObject, noteAt } from "../../imported.ts";
import type { Component } from "../manifest.ts";
import { fits, MAX_SETTING_DEPTH, MOST_SETTINGS, readSettings, type Setting } from "./spec-fields.ts";

/** The settings that the expressions of a manifest name. Only those that are used become fields. */
export class Settings {
  readonly #settings: Map<string, Setting>;
  readonly #keys = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #addresses = new Set<string>();
  readonly #derived = new Map<string, LooseObject>();
  readonly #notes: ImportNote[];

  constructor(root: Component, notes: ImportNote[]) {
    this.#notes = notes;
    const spec = root.component("spec");
    const schema = spec?.component("connection_specification") ?? spec?.component("connectionSpecification") ?? null;
    this.#settings = schema === null ? new Map<string, Setting>() : readSettings(schema);
    this.#nameAll();
  }

  /** The key of the field for a setting; one that the source does not describe becomes a text. */
  use(path: readonly string[]): string | null {
    if (path.length === 0 || path.length > MAX_SETTING_DEPTH) return null;
    const joined = path.join(".");
    const known = this.#keys.get(joined);
    if (known !== undefined) return known;
    if (this.#settings.size >= MOST_SETTINGS) return null;
    const name = path.at(-1) ?? "";
    const field: LooseObject = { label: labelOf(name), type: "text", required: true };
    if (mayBeSecret(name, "")) field.private = true;
    this.#settings.set(joined, { path: joined, place: "spec", order: Infinity, field, condition: null });
    const key = this.#name(joined, true);
    this.#notes.push(noteAt("spec", finding("setting-not-described", { setting: joined })));
    return key;
  }

  /** Whether a name in braces is that of a setting. */
  declares(key: string): boolean {
    return this.#taken.has(key);
  }

  /** Gives a field another key, before requests name it; whether that key was free. */
  rename(key: string, name: string): boolean {
    if (key === name) return true;
    const path = [...this.#keys].find(([, own]) => own === key)?.[0];
    if (path === undefined || this.#taken.has(name)) return false;
    this.#taken.delete(key);
    this.#taken.add(name);
    this.#keys.set(path, name);
    return true;
  }

  /** Gives a field a default if it has none. */
  suggest(key: string, value: string | number | boolean | null): void {
    const field = this.#byKey(key)?.field;
    if (field === undefined || value === null || field.private === true || field.default !== undefined) return;
    if (fits(field, value)) field.default = value;
  }

  /** The default of a setting that the source describes. */
  defaultOf(path: readonly string[]): Loose | undefined {
    return this.#settings.get(path.join("."))?.field.default;
  }

  /** The default of the field with this key. */
  presetOf(key: string): Loose | undefined {
    return this.#byKey(key)?.field.default;
  }

  /** The name of a value that is made of a setting; null if that is a secret. `plan`: the map, or the text between. */
  derive(from: string, plan: LooseObject): string | null {
    if (this.isPrivate(from)) return null;
    const written: LooseObject = { from, ...plan };
    const same = [...this.#derived].find(([, known]) => JSON.stringify(known) === JSON.stringify(written));
    if (same !== undefined) return same[0];
    const plain = `${from}_${plan.join === undefined ? "value" : "list"}`;
    let name = plain;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${plain}_${number}`;
    this.#taken.add(name);
    this.#derived.set(name, written);
    return name;
  }

  /** The derived values with these names. */
  derived(names: ReadonlySet<string>): LooseObject {
    return Object.fromEntries([...this.#derived].filter(([name]) => names.has(name)));
  }

  /** Makes a field one that takes several values. */
  asList(key: string): void {
    const field = this.#byKey(key)?.field;
    if (field === undefined || field.multiple === true) return;
    field.multiple = true;
    if (field.default !== undefined) field.default = [field.default].flat();
  }

  /** Adds a field that the source has written as a fixed list. Returns its key. */
  addList(name: string, values: Loose[]): string {
    const path = `\n${name}\n${JSON.stringify(values)}`;
    const known = this.#keys.get(path);
    if (known !== undefined) return known;
    const field: LooseObject = {
      label: labelOf(name),
      type: "select",
      required: true,
      multiple: true,
      options: values,
      default: values,
    };
    this.#settings.set(path, { path: name, place: "", order: Infinity, field, condition: null });
    return this.#name(path, false, `${name}_values`);
  }

  /** Shows the fields that are part of an address, also those that the source keeps secret. */
  showAddresses(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      const setting = this.#byKey(key);
      this.#addresses.add(key);
      if (setting?.field.private !== true) continue;
      delete setting.field.private;
      this.#notes.push(noteAt(setting.place, finding("setting-of-address-shown", { key })));
    }
  }

  /** Whether a field is a secret. */
  isPrivate(key: string): boolean {
    return this.#byKey(key)?.field.private === true;
  }

  /** Whether a field is part of an address. */
  isAddress(key: string): boolean {
    return this.#addresses.has(key);
  }

  /**
   * The fields with these keys, in the order in which the source asks for them, and the choices that decide whether they
   * are asked for.
   */
  fields(keys: ReadonlySet<string>): LooseObject[] {
    const shown = new Set(keys);
    for (const setting of this.#settings.values())
      if (setting.condition !== null && keys.has(this.#keys.get(setting.path) ?? ""))
        shown.add(this.#keys.get(setting.condition.path) ?? "");
    return [...this.#settings]
      .filter(([path]) => shown.has(this.#keys.get(path) ?? ""))
      .toSorted(([, a], [, b]) => (a.order === b.order ? 0 : a.order - b.order))
      .map(([path, { field, condition }]) => {
        const by = condition === null ? undefined : this.#keys.get(condition.path);
        const key = this.#keys.get(path) ?? "";
        return { key, ...field, ...(by === undefined ? {} : { visible_if: { [by]: condition?.values ?? [] } }) };
      });
  }

  /** The field with this key alone, whatever else it is asked for with. */
  field(key: string): LooseObject | null {
    const found = this.#byKey(key);
    return found === undefined ? null : { key, ...found.field };
  }

  /** Tells the settings that are none of these. */
  noteUnused(keys: ReadonlySet<string>): void {
    for (const [path, { place }] of this.#settings)
      if (!keys.has(this.#keys.get(path) ?? "") && place !== "")
        this.#notes.push(noteAt(place, finding("setting-unused", {})));
  }

  #byKey(key: string): Setting | undefined {
    for (const [path, own] of this.#keys) if (own === key) return this.#settings.get(path);
    return undefined;
  }

  #nameAll(): void {
    const lasts = new Map<string, number>();
    for (const path of this.#settings.keys()) {
      const last = fieldKey(path.split(".").at(-1) ?? "");
      lasts.set(last, (lasts.get(last) ?? 0) + 1);
    }
    for (const path of this.#settings.keys()) this.#name(path, lasts.get(fieldKey(path.split(".").at(-1) ?? "")) === 1);
  }

  /** A key by the last name of a path, or else by all of it. */
  #name(path: string, byLast: boolean, written = path.replaceAll(".", "_")): string {
    const plain = fieldKey(byLast ? (path.split(".").at(-1) ?? "") : written);
    let key = this.#taken.has(plain) ? fieldKey(written) : plain;
    for (let number = 2; this.#taken.has(key); number += 1) key = `${plain}_${number}`;
    this.#taken.add(key);
    this.#keys.set(path, key);
    return key;
  }
}
