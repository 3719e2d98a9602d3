import { type Finding, finding } from "../../core/findings/finding.ts";
import { onlyPlaceholder } from "../../connector-language/json/placeholders.ts";
import { saysWho } from "../../connector-language/secrets/credential-names.ts";
import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import { labelOf, mayBeKey, secretField } from "../field-keys.ts";
import { type Loose, type LooseObject, member, textMember } from "../imported.ts";
import { storedWord } from "../stored-texts.ts";
import type { Steps } from "../../core/limits/steps.ts";
import { pairsIn } from "./collection.ts";
import type { Variables } from "./variables.ts";

export type CollectionAuth =
  | { readonly ok: true; readonly auth: LooseObject | null; readonly fields: ReadonlySet<string> }
  | { readonly ok: false; readonly finding: Finding };

/** The way to sign in of a request; `auth` null is none. Values that are written out are never taken over. */
export function collectionAuth(
  written: Loose | undefined,
  variables: Variables,
  place: string,
  steps: Steps,
): CollectionAuth {
  const type = textMember(written, "type") ?? "noauth";
  const given = member(written, type);
  const values = Array.isArray(given)
    ? new Map(pairsIn(given, steps).map((pair) => [textMember(pair, "key") ?? "", textMember(pair, "value") ?? ""]))
    : new Map(Object.entries(member(written, type) ?? {}).map(([key, value]) => [key, String(value)]));
  const fields = new Map<string, LooseObject>();
  /** A field of the auth: the variable that the value is, else one of this name. */
  const field = (name: string, usual: string): string => {
    const value = values.get(name) ?? "";
    const variable = /^\{\{([^{}$]+)\}\}$/.exec(value)?.[1]?.trim();
    const text = variable === undefined ? null : variables.text(value, place);
    const key = (text === null ? null : onlyPlaceholder(text)) ?? variables.keys.take(usual, `auth ${usual}`);
    const known = variables.fields.get(key);
    const { default: _value, ...rest } = known ?? secretField(key, labelOf(usual));
    fields.set(key, { ...rest, private: name !== "username" || !saysWho(key) });
    return key;
  };
  const done = (auth: LooseObject): CollectionAuth => ({
    ok: true,
    auth: { ...auth, fields: [...fields.values()] },
    fields: new Set(fields.keys()),
  });
  switch (type) {
    case "noauth":
      return { ok: true, auth: null, fields: new Set() };
    case "bearer":
      return done({ type: "bearer", format: `Bearer {${field("token", "token")}}` });
    case "basic": {
      field("username", "username");
      field("password", "password");
      return done({ type: "basic" });
    }
    case "apikey": {
      const name = values.get("key") ?? "";
      const place_ = values.get("in") === "query" ? "query" : "header";
      if (!mayBeKey(name) || /[{}]/.test(name) || (place_ === "header" && headerNameFault(name) !== null))
        return { ok: false, finding: finding("key-name-unusable", {}) };
      return done({ type: "apikey", in: place_, name, format: `{${field("value", "api_key")}}` });
    }
    case "oauth2":
      return oauth2(values, fields, done);
    default:
      return { ok: false, finding: finding("sign-in-unsupported", { type: storedWord(type) }) };
  }
}

function oauth2(
  values: ReadonlyMap<string, string>,
  fields: Map<string, LooseObject>,
  done: (auth: LooseObject) => CollectionAuth,
): CollectionAuth {
  const token = values.get("accessTokenUrl") ?? "";
  const grant = values.get("grant_type") ?? "authorization_code";
  const flow = /^authorization_code/.test(grant)
    ? "authorization_code"
    : grant === "password_credentials"
      ? "password"
      : grant;
  if (flow !== "authorization_code" && flow !== "client_credentials" && flow !== "password")
    return { ok: false, finding: finding("grant-unsupported", { grant: storedWord(grant) }) };
  if (!/^https?:\/\/[^{}]+$/.test(token)) return { ok: false, finding: finding("token-address-not-written", {}) };
  const scopes = (values.get("scope") ?? "").split(/\s+/).filter((scope) => scope !== "" && !scope.includes("{{"));
  const authorization = values.get("authUrl") ?? "";
  const names = ["client_id", "client_secret", ...(flow === "password" ? ["username", "password"] : [])];
  for (const name of names)
    fields.set(name, { ...secretField(name, labelOf(name)), private: name !== "client_id" && name !== "username" });
  return done({
    ...{ type: "oauth2", grant_type: flow, token_url: token },
    ...(flow === "authorization_code" && /^https?:\/\/[^{}]+$/.test(authorization)
      ? { authorization_url: authorization }
      : {}),
    ...(scopes.length > 0 ? { scopes } : {}),
  });
}
