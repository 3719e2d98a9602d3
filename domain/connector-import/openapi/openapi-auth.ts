import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import { type Finding, finding } from "../../core/findings/finding.ts";
import { parseUrlTemplate } from "../../connector-language/json/url-template.ts";
import { fieldKey, type FieldKeys, labelOf, mayBeKey, secretField } from "../field-keys.ts";
import {
  cleanText,
  isObject,
  type ImportNote,
  type Loose,
  type LooseObject,
  member,
  noteAt,
  textMember,
} from "../imported.ts";
import { storedWord } from "../stored-texts.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import type { OpenApiOperation } from "./openapi-operations.ts";

const MOST_CHOICES = 10;
/** Ways to sign in that are looked at for each operation. */
const MOST_WAYS = 100;

/** The auths of the chosen operations, and the names (lower case) of the headers and parameters that carry them. */
export function authOf(
  document: OpenApiDocument,
  chosen: readonly OpenApiOperation[],
  keys: FieldKeys,
  notes: ImportNote[],
): { auths: LooseObject[]; carriers: Set<string> } {
  const carriers = new Set<string>();
  const auths = new Map<string, LooseObject>();
  let open = false;
  const general = member(document.root, "security");
  for (const { operation } of chosen) {
    const asked = member(operation, "security") ?? general;
    const ways = Array.isArray(asked) ? asked.slice(0, MOST_WAYS).filter(isObject) : [];
    if (ways.some((way) => Object.keys(way).length === 0)) open = true;
    for (const way of ways) takeWay(way);
  }

  function takeWay(way: LooseObject): void {
    const names = Object.keys(way);
    document.steps.take(names.length);
    if (names.length === 0 || auths.has(names.join(" ")) || auths.size >= MOST_CHOICES) return;
    const parts = names.map((name) => ({ name, auth: schemeAuth(document, name, way[name], carriers, keys, notes) }));
    const first = parts.find(({ auth }) => auth !== null);
    if (first?.auth == null) return;
    for (const { name, auth } of parts) {
      if (auth !== null && name !== first.name)
        notes.push(noteAt(`components.securitySchemes.${name}`, finding("scheme-also-asked", { scheme: first.name })));
    }
    auths.set(names.join(" "), { ...first.auth, label: labelOf(first.name) });
  }

  const list = [...auths.values()];
  if (open && list.length > 0) list.push({ type: "none", label: "Without signing in" });
  if (list.length === 1) delete list[0]?.label;
  return { auths: list, carriers };
}

function schemeAuth(
  document: OpenApiDocument,
  name: string,
  scopes: Loose | undefined,
  carriers: Set<string>,
  keys: FieldKeys,
  notes: ImportNote[],
): LooseObject | null {
  const place = `components.securitySchemes.${cleanText(name, 80)}`;
  const no = (why: Finding) => {
    notes.push(noteAt(place, why));
    return null;
  };
  const scheme = document.resolve(member(member(member(document.root, "components"), "securitySchemes"), name));
  if (scheme === null) return no(finding("scheme-not-described", {}));
  const type = textMember(scheme, "type") ?? "";
  switch (type) {
    case "apiKey":
      return apiKey(scheme, carriers, keys, no);
    case "http": {
      const kind = (textMember(scheme, "scheme") ?? "").toLowerCase();
      carriers.add("authorization");
      if (kind === "bearer") return { type: "bearer", fields: [secretField(take(keys, "token"), "Token")] };
      if (kind === "basic")
        return {
          type: "basic",
          fields: [
            { ...secretField(take(keys, "username"), "User name"), private: false },
            secretField(take(keys, "password"), "Password"),
          ],
        };
      return no(finding("scheme-http-unsupported", { scheme: storedWord(kind) }));
    }
    case "oauth2":
      return oauth2(scheme, scopes, no);
    default:
      return no(finding("scheme-unsupported", { type: storedWord(type) || null }));
  }
}

function take(keys: FieldKeys, name: string): string {
  return keys.take(name, `auth ${fieldKey(name)}`);
}

function apiKey(
  scheme: LooseObject,
  carriers: Set<string>,
  keys: FieldKeys,
  no: (why: Finding) => null,
): LooseObject | null {
  const name = textMember(scheme, "name") ?? "";
  const where = textMember(scheme, "in") ?? "";
  if (!mayBeKey(name) || name.trim() === "" || /[{}]/.test(name)) return no(finding("scheme-name-unusable", {}));
  const key = take(keys, "api_key");
  const description = textMember(scheme, "description");
  const field = {
    ...secretField(key, "API key"),
    ...(description === null ? {} : { description: cleanText(description, 300) }),
  };
  if (where === "cookie") {
    if (!/^[\w.$-]+$/.test(name)) return no(finding("scheme-cookie-unusable", {}));
    return { type: "apikey", in: "header", name: "Cookie", format: `${name}={${key}}`, fields: [field] };
  }
  if (where !== "header" && where !== "query")
    return no(finding("scheme-place-unsupported", { place: storedWord(where) || null }));
  const fault = where === "header" ? headerNameFault(name) : null;
  if (fault !== null) return no(fault);
  carriers.add(name.toLowerCase());
  return { type: "apikey", in: where, name, format: `{${key}}`, fields: [field] };
}

const GRANTS = [
  ["authorizationCode", "authorization_code"],
  ["clientCredentials", "client_credentials"],
  ["password", "password"],
] as const;

function oauth2(scheme: LooseObject, asked: Loose | undefined, no: (why: Finding) => null): LooseObject | null {
  const flows = member(scheme, "flows");
  const grant = GRANTS.find(([flow]) => isObject(member(flows, flow)));
  if (grant === undefined) return no(finding("scheme-flow-unsupported", {}));
  const flow = member(flows, grant[0]);
  const auth: LooseObject = { type: "oauth2", grant_type: grant[1] };
  for (const [from, to] of [
    ["authorizationUrl", "authorization_url"],
    ["tokenUrl", "token_url"],
  ] as const) {
    const url = textMember(flow, from);
    if (url === null || (to === "authorization_url" && grant[1] !== "authorization_code")) continue;
    if (!/^https?:\/\//i.test(url) || !parseUrlTemplate(url).ok)
      return no(finding("scheme-address-not-absolute", { key: from }));
    auth[to] = url;
  }
  if (auth.token_url === undefined) return no(finding("scheme-without-token-url", {}));
  const described = member(flow, "scopes");
  const wanted = Array.isArray(asked) && asked.length > 0 ? asked : isObject(described) ? Object.keys(described) : [];
  const scopes = wanted
    .filter((scope): scope is string => typeof scope === "string" && scope.trim() !== "" && scope.length <= 200)
    .slice(0, 200);
  if (scopes.length > 0) auth.scopes = scopes;
  if (grant[1] === "password") {
    auth.fields = ["client_id", "client_secret", "username", "password"].map((key) => ({
      ...secretField(key, labelOf(key)),
      ...(key.startsWith("client") ? { required: false } : {}),
    }));
  }
  return auth;
}
