import type { SettingValues } from "#domain/connector-language/settings/form-values.ts";
import type { UrlPart } from "../../ui/code/code-block.tsx";

const MASK = "•••";

/**
 * The final URL with the settings filled in: each `{name}` of the template replaced by its URL-encoded value, names
 * without a value unchanged, stored or typed secrets masked. For display only; the engine renders the request itself.
 */
export function finalUrl(
  template: string,
  values: SettingValues,
  secret: { readonly names: ReadonlySet<string>; readonly stored: ReadonlySet<string> },
): UrlPart[] {
  return template
    .split(/(\{[A-Za-z_][\w.-]*\})/)
    .filter((part) => part !== "")
    .map((part, at) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      if (name === undefined) return { text: part };
      const value = values[name];
      const [first = ""] = Array.isArray(value)
        ? value.filter((one) => typeof one === "string")
        : [value === undefined ? "" : String(value)];
      if (secret.names.has(name)) return { text: first !== "" || secret.stored.has(name) ? MASK : part, filled: true };
      // A setting that is the whole start of the address is taken as it is.
      const isStart = at === 0 && /^https?:\/\//i.test(first);
      return { text: first === "" ? part : isStart ? first : encodeURIComponent(first), filled: true };
    });
}
