/** Names of parameters, headers and body members whose value is a credential. */
const SECRET_NAME =
  /(^|[-_.\[])(api[-_]?key|apikey|app[-_]?key|appid|app[-_]?id|access[-_]?key|access[-_]?token|auth([-_]?token|orization)?|token|secret|client[-_]?secret|password|passwd|pwd|pass|passphrase|private[-_]?key|subscription[-_]?key|session([-_]?id)?|sid|sig|signature|credentials?|bearer|jwt|csrf|xsrf|key)(\]?$|[-_.\]])/i;
/** Names that look like those above but are for paging. */
const PAGING_TOKEN =
  /^(next|page|continuation|sync|cursor)[-_]?token$|^(next)?page[-_]?token$|[-_.]?(sort|order|group|partition|primary)[-_]?key$/i;

const SECRET_VALUE =
  /^(sk|pk|rk|sk-[a-z]+)[-_](live|test|proj|ant)?[-_]?\w{8,}|^(gh[oprsu]|github_pat|glpat|xox[abeprs]|shpat|shpss|pat|key|AKIA|ASIA|SG\.|AIza|ya29\.|npm|dop_v1|figd|lin_api|hf)[-_.]?[\w.-]{12,}|^eyJ[\w-]+\.[\w-]+\.?|^bot\d+:[\w-]{20,}/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a value is a credential, by its name or its form. If in doubt, yes: it then becomes a private field. */
export function isSecret(name: string, value: string): boolean {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
  if (SECRET_NAME.test(plain) && !PAGING_TOKEN.test(name) && !PAGING_TOKEN.test(plain)) return true;
  return looksSecret(value);
}

/** A long text of letters and digits that is not a UUID, a date, an address or words. */
export function looksSecret(value: string): boolean {
  if (SECRET_VALUE.test(value)) return true;
  if (value.length < 24 || UUID.test(value) || /[\s/?&]|:\/\//.test(value)) return false;
  const run = /[A-Za-z0-9+=_~]{24,}/.exec(value)?.[0] ?? "";
  return /\d/.test(run) && /[A-Za-z]/.test(run);
}
