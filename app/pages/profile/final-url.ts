import type { UrlPart } from "../../ui/code-block.tsx";
import type { SettingValues } from "./setup-values.ts";

/**
 * The final URL as the settings fill it in: each `{name}` of the template replaced by its URL-encoded value, names without a value
 * left as they are. Only for looking at; the engine renders the request itself.
 */
export function finalUrl(template: string, values: SettingValues): UrlPart[] {
  return template.split(/(\{[A-Za-z_][\w.-]*\})/).filter((part) => part !== "").map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return { text: part };
    const value = values[name];
    const text = Array.isArray(value) ? value[0] ?? "" : value === undefined ? "" : String(value);
    return text === "" ? { text: part, filled: true } : { text: encodeURIComponent(text), filled: true };
  });
}
