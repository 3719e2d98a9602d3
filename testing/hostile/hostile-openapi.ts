type Part = Record<string, unknown>;

/** A document that is as costly as its kind can be: `name` says how. */
export type HostileDocument = { readonly name: string; readonly document: Part };

/** `count` members; `of` makes each from its number. */
function named(count: number, of: (at: number) => unknown, prefix = "p"): Part {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, of(at)]));
}

function many<T>(count: number, of: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

const ref = (to: string) => ({ $ref: `#/${to}` });
const LISTS = ["data", "results", "items", "records", "rows", "list", "entries", "content", "values", "hits"];

/**
 * OpenAPI documents of up to 5 MB that say much with little: nested, wide, self-referring, repeated. `scale` 1 is the
 * largest; a smaller one is for tests that read all of them.
 */
export function hostileDocuments(scale = 1): HostileDocument[] {
  const few = (count: number) => Math.max(1, Math.round(count * scale));
  const operation = (schema: unknown, more: Part = {}) => ({
    responses: { 200: { content: { "application/json": { schema } } } },
    ...more,
  });
  const paths = (count: number, of: (at: number) => Part) => ({ paths: named(count, (at) => ({ get: of(at) }), "/") });
  const shared = (document: Part, count = few(5_000)) => ({ ...paths(count, () => ref("o")), ...document });
  const itself = (properties: number) => ({
    type: "object",
    properties: {
      ...Object.fromEntries(LISTS.map((name) => [name, ref("s")])),
      ...named(properties, () => ref("s")),
    },
    allOf: many(7, () => ref("s")),
  });
  const wide = { type: "object", properties: named(few(100_000), () => ({})) };
  const posts = (schema: unknown, count = 100) => ({
    paths: named(
      count,
      () => ({ post: operation(ref("s"), { requestBody: { content: { "application/json": { schema } } } }) }),
      "/",
    ),
  });
  return [
    { name: "a schema of itself, few times", document: shared({ o: operation(ref("s")), s: itself(183) }, 3) },
    { name: "a schema of itself", document: shared({ o: operation(ref("s")), s: itself(1_000) }) },
    {
      name: "operations of a schema of itself",
      document: { ...paths(few(5_000), () => operation(ref("s"))), s: itself(1_000) },
    },
    {
      name: "schemas of one wide schema",
      document: { ...paths(few(5_000), () => operation({ allOf: many(7, () => ref("w")) })), w: wide },
    },
    {
      name: "schemas of each other",
      document: {
        ...paths(few(2_000), (at) => operation(ref(`s/p${at}`))),
        s: named(few(2_000), (at) => ({
          type: "object",
          properties: Object.fromEntries(LISTS.map((name, step) => [name, ref(`s/p${(at * 7 + step) % few(2_000)}`)])),
        })),
      },
    },
    {
      name: "answers of many kinds",
      document: {
        ...paths(few(5_000), () => ({ responses: { 200: ref("r") } })),
        r: { content: named(few(50_000), () => ({}), "a/"), headers: named(few(50_000), () => ({})) },
      },
    },
    {
      name: "references to references",
      document: {
        ...paths(few(5_000), () => operation(ref("c/p0"))),
        c: named(40, (at) => ref(`c/p${at + 1}`)),
      },
    },
    {
      name: "long references",
      document: { ...paths(few(50), () => operation({ $ref: `#/${"a/".repeat(few(40_000))}` })) },
    },
    {
      name: "bodies in bodies",
      document: { ...posts(ref("s")), s: { ...itself(90), required: many(90, (at) => `p${at}`) } },
    },
    {
      name: "required names",
      document: {
        ...paths(few(5_000), () => operation({ allOf: [ref("w")] })),
        w: { required: many(few(100_000), () => "a") },
      },
    },
    {
      name: "choices",
      document: {
        ...paths(100, () =>
          operation(
            {},
            { parameters: many(500, (at) => ({ name: `p${at}`, in: "query", required: true, schema: ref("e") })) },
          ),
        ),
        e: { type: "string", enum: many(few(50_000), (at) => `v${at}`) },
      },
    },
    {
      name: "parameters of one name",
      document: paths(100, (path) =>
        operation(
          {},
          {
            parameters: many(90, (at) => ({
              name: `-${"_".repeat(at)}`,
              in: "query",
              schema: { default: `${path} ${at}` },
            })),
          },
        ),
      ),
    },
    {
      name: "a wide sign-in",
      document: {
        ...paths(few(5_000), () => operation({})),
        security: many(few(50_000), (at) => ({ [`k${at}`]: [], other: [] })),
      },
    },
    {
      name: "servers with choices",
      document: {
        ...paths(few(5_000), () => operation({})),
        servers: [
          {
            url: `https://a.example/${"{v}".repeat(1_000)}`,
            variables: { v: { enum: many(few(100_000), () => "a"), default: "a" } },
          },
          ...many(few(20_000), () => ({ url: "/" })),
        ],
      },
    },
    {
      name: "slashes in a server",
      document: {
        ...paths(1, () => operation({})),
        servers: [{ url: `https://a.example${"/".repeat(few(4_000_000))}x` }],
      },
    },
    { name: "a long path", document: { paths: { [`/${"{a}".repeat(few(1_000_000))}`]: { get: operation({}) } } } },
    {
      name: "long descriptions",
      document: shared({
        o: operation({}, { description: "x ".repeat(few(2_000_000)), parameters: many(100, () => ref("q")) }),
        q: { name: "q", in: "query", description: " ".repeat(few(100_000)) },
      }),
    },
    {
      name: "many paths",
      document: { ...paths(few(30_000), () => operation({ type: "array", items: { type: "object" } })) },
    },
    {
      name: "many forms",
      document: { ...paths(few(500), () => operation({ oneOf: many(100, () => ref("n")) })), n: { type: "null" } },
    },
  ].map(({ name, document }) => ({ name, document: { openapi: "3.1.0", ...document } }));
}
