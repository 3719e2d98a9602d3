/** What a definition declares, as far as it can be parsed while it is being typed. */
export type Declared = { hosts: string[]; auth: string; operations: number };

type Loose = Record<string, unknown>;

/** Null while it is not a JSON object. */
export function declaredIn(text: string): Declared | null {
  const spec = parse(text);
  if (spec === null) return null;
  const operations = Array.isArray(spec.operations) ? (spec.operations as unknown[]) : [];
  const auth = asObject(Array.isArray(spec.auth) ? spec.auth[0] : spec.auth);
  return {
    hosts: [...new Set([spec.base_url, ...operations.map((one) => asObject(one)?.url)].flatMap(hostOf))],
    auth: typeof auth?.type === "string" ? auth.type : "none",
    operations: operations.length,
  };
}

function parse(text: string): Loose | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Loose | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : null;
}

function hostOf(url: unknown): string[] {
  const host = typeof url === "string" ? /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] : undefined;
  return host ? [host.toLowerCase()] : [];
}
