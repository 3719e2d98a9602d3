import type { HostileDocument } from "./hostile-openapi.ts";

type Part = Record<string, unknown>;

function named(count: number, of: (at: number) => unknown): Part {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, of(at)]));
}

function many<T>(count: number, of: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

const ref = (to: string) => ({ $ref: `#/${to}` });

/**
 * Low-code manifests that say much with little: references in circles, wide and deep parts that many streams share, long
 * expressions. `scale` 1 is the largest; a smaller one is for tests that read all of them.
 */
export function hostileManifests(scale = 1): HostileDocument[] {
  const few = (count: number) => Math.max(1, Math.round(count * scale));
  const stream = (name: string, requester: unknown, retriever: Part = {}, rest: Part = {}) => ({
    name,
    retriever: { requester, record_selector: { extractor: { field_path: ["data"] } }, ...retriever },
    ...rest,
  });
  const plain = { url_base: "https://a.example", path: "/x" };
  const streams = (requester: unknown, retriever: Part = {}, rest: Part = {}) => ({
    streams: many(few(5_000), (at) => stream(`s${at}`, requester, retriever, rest)),
  });
  const parents = (of: unknown) => ({ type: "SubstreamPartitionRouter", parent_stream_configs: [of] });
  return [
    { name: "references in a circle", document: { ...streams(ref("a")), a: ref("b"), b: ref("a") } },
    { name: "a reference to itself", document: { ...streams(ref("a")), a: { ...ref("a"), path: "/x" } } },
    {
      name: "references to references",
      document: { ...streams(ref("c/p0")), c: named(40, (at) => ref(`c/p${at + 1}`)) },
    },
    { name: "long references", document: streams({ $ref: `#/${"a/".repeat(few(100_000))}` }) },
    { name: "wide parts", document: { ...streams({ ...ref("w"), ...plain }), w: named(few(50_000), () => 1) } },
    {
      name: "wide parameters",
      document: { ...streams(plain, {}, { $parameters: ref("w") }), w: named(few(50_000), () => 1) },
    },
    {
      name: "wide requests",
      document: {
        ...streams({ ...plain, request_parameters: ref("w") }),
        w: named(few(20_000), (at) => `{{ config['k${at}'] }}`),
      },
    },
    {
      name: "a body in itself",
      document: {
        ...streams({ ...plain, http_method: "POST", request_body_json: ref("b") }),
        b: named(9, () => ref("b")),
      },
    },
    { name: "long texts", document: streams({ ...plain, path: ref("t") }, {}, {}) },
    { name: "long expressions", document: { ...streams({ ...plain, path: "#/t" }), t: `{{ ${"(".repeat(1_900)} }}` } },
    {
      name: "many expressions",
      document: { ...streams({ ...plain, path: "#/t" }), t: "{{ config.a }}".repeat(1_400) },
    },
    {
      name: "expressions without an end",
      document: { ...streams({ ...plain, path: "#/t" }), t: "{{ '".repeat(4_900) },
    },
    {
      name: "parameters of parameters",
      document: streams(
        { ...plain, path: "{{ parameters.p }}" },
        {},
        { $parameters: { p: "{{ parameters.p }}{{ parameters.p }}" } },
      ),
    },
    {
      name: "a stream below itself",
      document: {
        streams: [ref("s")],
        s: stream("s", plain, {
          partition_router: parents({ stream: ref("s"), parent_key: "id", partition_field: "x" }),
        }),
      },
    },
    {
      name: "streams below each other",
      document: {
        streams: many(few(2_000), (at) =>
          stream(`s${at}`, plain, {
            partition_router: parents({
              stream: ref(`streams/${at + 1}`),
              parent_key: "id",
              partition_field: `x${at}`,
            }),
          }),
        ),
      },
    },
    {
      name: "error handlers in themselves",
      document: {
        ...streams({ ...plain, error_handler: ref("e") }),
        e: { type: "CompositeErrorHandler", error_handlers: many(9, () => ref("e")) },
      },
    },
    {
      name: "many rules about errors",
      document: {
        ...streams({ ...plain, error_handler: { response_filters: ref("r") } }),
        r: many(few(50_000), () => ({ action: "X" })),
      },
    },
    {
      name: "decoders in themselves",
      document: { ...streams(plain, { decoder: ref("d") }), d: { type: "GzipDecoder", decoder: ref("d") } },
    },
    {
      name: "settings in themselves",
      document: {
        ...streams(plain),
        spec: { connection_specification: ref("o") },
        o: { properties: named(99, () => ref("o")), oneOf: many(99, () => ref("o")) },
      },
    },
    {
      name: "many settings",
      document: {
        ...streams(plain),
        spec: {
          connection_specification: { properties: named(few(50_000), () => ({ description: "<".repeat(100) })) },
        },
      },
    },
    { name: "many streams", document: { streams: many(few(50_000), () => ({})) } },
    {
      name: "many fields",
      document: {
        ...streams(plain, {}, { transformations: [{ type: "AddFields", fields: ref("f") }] }),
        f: many(few(20_000), (at) => ({ path: [`f${at}`], value: "{{ now_utc() }}" })),
      },
    },
  ].map(({ name, document }) => ({
    name,
    document: { type: "DeclarativeSource", t: "x".repeat(few(1_000_000)), ...document },
  }));
}
