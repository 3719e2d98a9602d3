/** What the first screen of checks says about a connector spec, in the product's sentences; the server says more when it publishes. */
export type SpecChecks = {
  /** The first thing wrong, or null. */
  error: string | null;
  checks: { label: string; ok: boolean }[];
  /** What the spec declares, as far as it can be read. */
  hosts: string[];
  auth: string;
  operations: number;
};

type Loose = Record<string, unknown>;

/** Reads a spec as it is being typed; never throws. */
export function checkSpec(text: string): SpecChecks {
  const spec = parse(text);
  const operations = Array.isArray(spec?.operations) ? (spec.operations as unknown[]) : [];
  const first = asObject(operations[0]);
  const valid = spec !== null;
  const rest = spec?.protocol === "rest";
  const some = operations.length > 0;
  const url = typeof first?.url === "string" && first.url.trim() !== "";
  const steps = [
    { label: "The spec is JSON", ok: valid, error: "Invalid JSON in connector spec." },
    { label: "Its protocol is rest", ok: valid && rest, error: "Connector must define protocol: 'rest'." },
    { label: "It has an operation", ok: valid && some, error: "Connector must include at least one operation." },
    { label: "The first operation has a url", ok: valid && url, error: "First operation must include a 'url'." },
  ];
  const auth = asObject(Array.isArray(spec?.auth) ? spec.auth[0] : spec?.auth);
  return {
    error: steps.find((step) => !step.ok)?.error ?? null,
    checks: steps.map(({ label, ok }) => ({ label, ok })),
    hosts: [...new Set([spec?.base_url, ...operations.map((one) => asObject(one)?.url)].flatMap(hostOf))],
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

/** What the spec field of a new connector starts with. */
export const bearerTemplate = JSON.stringify(
  {
    protocol: "rest",
    auth: {
      type: "bearer",
      in: "header",
      format: "Bearer {token}",
      fields: [{ key: "token", label: "Access token", type: "text", required: true, private: true }],
    },
    operations: [
      {
        id: "items",
        name: "Items",
        method: "GET",
        url: "https://api.example.com/v1/{resource}",
        params_fields: [{ key: "resource", label: "Resource", type: "text", required: true, default: "items" }],
        pagination: { strategy: "none" },
      },
    ],
  },
  null,
  2,
);
