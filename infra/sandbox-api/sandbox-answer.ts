export type SandboxRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
};

export type SandboxAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** Cut the connection after half of the body. */
  readonly cut?: true;
};

export type SandboxRoute = {
  readonly method: "GET" | "POST";
  readonly about: string;
  readonly answer: (request: SandboxRequest) => SandboxAnswer;
};

export type SandboxRoutes = Readonly<Record<string, SandboxRoute>>;

type Bounds = readonly [absent: number, least: number, most: number];

/** Reads whole numbers within bounds from the query, or returns an error for the wrong one. */
export function numbers<K extends string>(
  query: URLSearchParams,
  wanted: Readonly<Record<K, Bounds>>,
  answer: (values: Record<K, number>) => SandboxAnswer,
): SandboxAnswer {
  const values = {} as Record<K, number>;
  for (const [name, [absent, least, most]] of Object.entries<Bounds>(wanted)) {
    const given = query.get(name);
    const value = given === null ? absent : /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (!isWhole(value, least, most)) return fault(400, `${name} must be a whole number from ${least} to ${most}.`);
    values[name as K] = value;
  }
  return answer(values);
}

/** Whether a value is a whole number within these bounds. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** An answer with a JSON body. */
export function json(value: unknown): SandboxAnswer {
  return { status: 200, body: JSON.stringify(value) };
}

/** An error in the sandbox's format. */
export function fault(status: number, error: string): SandboxAnswer {
  return { status, body: JSON.stringify({ error }) };
}

/** A 401 that says how to authenticate. */
export function unauthorized(how: string, scheme?: string): SandboxAnswer {
  const answer = fault(401, `The key is missing or wrong. ${how}`);
  return scheme === undefined ? answer : { ...answer, headers: { "www-authenticate": `${scheme} realm="sandbox"` } };
}
