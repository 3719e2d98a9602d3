import { flatFields, tokenName } from "../definition/definition.ts";
import type { Auth } from "../definition/definition.ts";
import { placeholderNames } from "../json/placeholders.ts";
import { parseUrlTemplate } from "../json/url-template.ts";
import { isSecret } from "../settings/looks-secret.ts";
import { formatTexts, loginTexts, tokenTexts } from "./rendered-texts.ts";
import type { RenderedText } from "./rendered-texts.ts";

/** A way to sign in before its credentials are known. */
type SignIn = Omit<Auth, "credentials">;

/** Names of fields that say who signs in, or where, and so may be shown. */
const SAYS_WHO =
  /^(user|users?[-_.]?name|user[-_.]?id|login|e?[-_]?mail|account([-_.]?(id|name))?|client[-_.]?id|tenant([-_.]?id)?|realm|region|site|sub_?domain|domain|company|database|db|organi[sz]ation|org|workspace|shop|store|host|server|environment|language|locale)$/i;

/** Whether a field of this name says who signs in, or where, and is no secret itself. */
export function saysWho(name: string): boolean {
  return SAYS_WHO.test(name);
}

/** Parts of OAuth 2 that are credentials whatever else they are called. */
const OAUTH_CREDENTIALS = ["client_secret", "password", "refresh_token", "access_token"];

/**
 * The names whose values sign requests in: they are private by their use, whatever the definition says of them. Those
 * are what `format` renders, the password of basic and a key in the place of its user name, the credentials of OAuth 2,
 * and what the requests for a token render, except fields that only say who signs in. `settings`: the names of params fields, which count there only if
 * they are named as credentials are.
 */
export function credentialNames(auth: SignIn, settings: ReadonlySet<string>): Set<string> {
  if (auth.type === "none") return new Set();
  const names = new Set(formatTexts(auth).flatMap(({ text }) => placeholderNames(text)));
  const own = new Set(flatFields(auth.fields).map(({ key }) => key));
  const { user, password } = basicKeys(auth);
  if (auth.type === "basic" && password !== null) names.add(password);
  if (auth.type === "basic" && !SAYS_WHO.test(user) && (password === null || isKey(user))) names.add(user);
  if (auth.type === "oauth2") for (const key of OAUTH_CREDENTIALS) if (own.has(key)) names.add(key);
  if (auth.type === "session" && own.has("password")) names.add("password");
  for (const { text, slot, use } of [...tokenTexts(auth), ...loginTexts(auth)]) {
    // A field that holds a whole address is no credential, whatever its name.
    const address = use === "address" ? parseUrlTemplate(text) : null;
    for (const name of placeholderNames(text)) {
      if (address?.ok === true && address.template.baseField === name) continue;
      if (isSecret(slot, "") || isSecret(name, "") || (!settings.has(name) && !SAYS_WHO.test(name))) names.add(name);
    }
  }
  const token = tokenName(auth);
  if (token !== null) names.add(token);
  return names;
}

/** Some APIs take a key as the user name of basic, with any password. The `sid` of an account beside a token is none. */
function isKey(name: string): boolean {
  return isSecret(name, "") && !/sid$/i.test(name);
}

/** Names of fields that hold a credential wherever they are sent; of those that are just a `key`, many do not. */
const CREDENTIAL =
  /(api|app|access|auth|secret|private|subscription)[-_.]?key|token|secret|passw|passphrase|credential|bearer|jwt/i;

/**
 * Whether a field of this name that a parameter or header takes is a credential, by the names of both: whatever an
 * `Authorization` or a cookie takes, and a token or key where one is expected.
 */
export function isSentAsCredential(name: string, { slot, use }: Pick<RenderedText, "slot" | "use">): boolean {
  if ((use !== "header" && use !== "query" && use !== "body") || SAYS_WHO.test(name)) return false;
  if (use === "header" && /^(authorization|cookie)$/i.test(slot)) return true;
  return isSecret(slot, "") && CREDENTIAL.test(name) && isSecret(name, "");
}

/** The fields of user name and password of basic: by name, else the first two. */
export function basicKeys(auth: Pick<Auth, "fields">): { readonly user: string; readonly password: string | null } {
  const keys = flatFields(auth.fields).map((field) => field.key);
  const user = keys.includes("username") ? "username" : (keys[0] ?? "username");
  const password = keys.includes("password") ? "password" : (keys.find((key) => key !== user) ?? null);
  return { user, password };
}
