import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import { mayBeSecret } from "../private-names.ts";
import { labelOf, mayBeKey, secretField } from "../field-keys.ts";
import type { LooseObject } from "../imported.ts";
import { member } from "../imported.ts";
import { namedPairs, type RecordedFields } from "./recorded-values.ts";
import type { RequestGroup } from "./recording.ts";

/** How the recorded requests sign in, and the header that does (lower case); without a value of it. */
export type RecordedAuth = { readonly auth: LooseObject; readonly header: string; readonly keys: ReadonlySet<string> };

/** The header that signs in most requests, as an auth; null if none does. */
export function recordedAuth(groups: readonly RequestGroup[], fields: RecordedFields): RecordedAuth | null {
  const counts = new Map<string, { name: string; count: number; scheme: string }>();
  for (const { requests } of groups) {
    for (const { request } of requests) {
      for (const [name, value] of namedPairs(member(request, "headers")).slice(0, 200)) {
        const lower = name.toLowerCase();
        if (lower === "cookie" || headerNameFault(name) !== null || !mayBeKey(name)) continue;
        if (lower !== "authorization" && !mayBeSecret(name, "")) continue;
        const scheme = /^(bearer|basic)\s/i.exec(value)?.[1]?.toLowerCase() ?? "";
        const known = counts.get(lower) ?? { name, count: 0, scheme };
        counts.set(lower, { ...known, count: known.count + 1 });
      }
    }
  }
  const found = [...counts].toSorted(
    ([a, x], [b, y]) => y.count - x.count || Number(b === "authorization") - Number(a === "authorization"),
  )[0];
  if (found === undefined) return null;
  const [header, { name, scheme }] = found;
  const take = (plain: string) => fields.keys.take(plain, `auth ${plain}`);
  if (scheme === "basic") {
    const [user, password] = [take("username"), take("password")];
    const own = [{ ...secretField(user, "User name"), private: false }, secretField(password, "Password")];
    return { auth: { type: "basic", fields: own }, header, keys: new Set([user, password]) };
  }
  const key = take(header === "authorization" ? "token" : name);
  const own = { fields: [secretField(key, labelOf(key))] };
  const auth =
    scheme === "bearer" && header === "authorization"
      ? { type: "bearer", format: `Bearer {${key}}`, ...own }
      : { type: "apikey", in: "header", name, format: `{${key}}`, ...own };
  return { auth, header, keys: new Set([key]) };
}
