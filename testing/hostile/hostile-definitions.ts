import { fits, type HostileDefinition, hostileFields, many, named, operation, type Written } from "./hostile-fields.ts";

/**
 * Definitions of up to the largest size that the language allows, each with one kind of part in as many copies as fit:
 * nested, wide, self-referring, repeated. What reads a definition is measured with them.
 */
export function hostileDefinitions(): HostileDefinition[] {
  return [...ofOperations(), ...hostileFields(), ...ofTexts(), ...ofBodies(), ...ofRows()].map(
    ({ name, definition }) => ({
      name,
      definition: { protocol: "rest", base_url: "https://api.example.org", ...definition },
    }),
  );
}

function ofOperations(): HostileDefinition[] {
  const edges = (of: (from: number, at: number) => string, perOperation: number) => ({
    operations: many(100, (from) => operation({ id: `o${from}`, for_each: named(perOperation, (at) => of(from, at)) })),
  });
  return [
    { name: "more edges than allowed", definition: edges((from, at) => `o${at % Math.max(1, from)}.id`, 160) },
    {
      name: "edges to the operations before",
      definition: edges((from, at) => (from > 20 ? `o${from - 1 - at}.id` : "{a}"), 20),
    },
    { name: "edges in circles", definition: edges((_, at) => `o${at % 100}.id`, 20) },
    { name: "edges to the operations after", definition: edges((from, at) => `o${(from + 1 + at) % 100}.id`, 20) },
    { name: "a chain of operations", definition: edges((from) => (from === 99 ? "{a}" : `o${from + 1}.id`), 20) },
    {
      name: "ids of dots",
      definition: {
        operations: many(100, (at) =>
          operation({
            id: `${".".repeat(99)}${".".repeat(at)}`,
            for_each: named(10, () => ".".repeat(200)),
          }),
        ),
      },
    },
    {
      name: "a top level that all operations inherit",
      definition: {
        query: named(380, () => "{a}{b}"),
        operations: many(100, () => operation()),
      },
    },
    {
      name: "a body as text that all operations inherit",
      definition: {
        body_template: `[${"1,".repeat(780)}1]`,
        operations: many(100, () => operation({ method: "POST" })),
      },
    },
    { name: "unknown keys", definition: { operations: [operation(named(fits(12), () => 1))] } },
  ];
}

function ofTexts(): HostileDefinition[] {
  const list = (text: string) => ({ operations: [operation({ query: named(fits(text.length + 12), () => text) })] });
  return [
    { name: "braces that open", definition: list("{".repeat(4_000)) },
    { name: "placeholders", definition: list("{a}".repeat(1_300)) },
    { name: "long names of placeholders", definition: list(`{${"a".repeat(3_990)}`) },
    { name: "names of many placeholders", definition: list(many(600, (at) => `{a${at}}`).join("")) },
    { name: "dots in a URL", definition: { operations: many(60, () => operation({ url: `/${"..a/".repeat(990)}` })) } },
    {
      name: "a long query in a URL",
      definition: { operations: many(60, () => operation({ url: `/a?${"&".repeat(3_900)}` })) },
    },
    {
      name: "labels of a host",
      definition: { operations: many(60, () => operation({ url: `https://${"{a}.".repeat(970)}b.c/` })) },
    },
    {
      name: "braces in a host",
      definition: { operations: many(60, () => operation({ url: `https://${".{".repeat(1_900)}` })) },
    },
    { name: "headers", definition: { operations: [operation({ headers: named(fits(13), () => "") })] } },
    { name: "long headers", definition: { operations: [operation({ headers: named(60, () => "x".repeat(3_990)) })] } },
    {
      name: "paths",
      definition: {
        operations: many(1, () =>
          operation({ columns: many(60, (at) => ({ name: `c${at}`, path: "a.".repeat(1_995) + "a" })) }),
        ),
      },
    },
    {
      name: "brackets in paths",
      definition: {
        operations: many(1, () =>
          operation({ columns: many(60, (at) => ({ name: `c${at}`, path: "[*]".repeat(1_330) })) }),
        ),
      },
    },
    {
      name: "paths that cannot be read",
      definition: {
        operations: many(1, () =>
          operation({ columns: many(60, (at) => ({ name: `c${at}`, path: "a[".repeat(1_990) })) }),
        ),
      },
    },
  ];
}

function ofBodies(): HostileDefinition[] {
  const body = (body_template: unknown) => ({ operations: [operation({ method: "POST", body_template })] });
  const deep = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : { a: deep(levels - 1, inner) });
  return [
    { name: "a wide list", definition: body(many(fits(2), () => 1)) },
    {
      name: "a wide list far inside",
      definition: body(
        deep(
          27,
          many(fits(2), () => 1),
        ),
      ),
    },
    { name: "a wide object", definition: body(named(fits(13), () => 1)) },
    {
      name: "towers side by side",
      definition: body(many(fits(56, 28), () => JSON.parse(`${"[".repeat(27)}${"]".repeat(27)}`))),
    },
    { name: "texts with braces", definition: body(many(fits(14), () => "{a}{b}{c")) },
    { name: "one text of braces", definition: body("{a}".repeat(33_000)) },
    { name: "a tower written as text", definition: body(`${"[".repeat(49_000)}${"]".repeat(49_000)}`) },
    { name: "long keys", definition: body(Object.fromEntries(many(60, (at) => [`${at}${"k".repeat(4_000)}`, "{a}"]))) },
    {
      name: "a body of a login",
      definition: {
        auth: { type: "session", token_path: "t", login: { url: "/l", body: many(fits(10), () => "{a}") } },
        operations: [operation()],
      },
    },
  ];
}

function ofRows(): HostileDefinition[] {
  const all = (more: Written, count = 1) => ({ operations: many(count, () => operation(more)) });
  return [
    { name: "columns", definition: all({ columns: many(1_000, (at) => ({ name: `c${at}`, value: "{a}" })) }, 8) },
    { name: "columns of one name", definition: all({ columns: many(1_000, () => ({ name: "c" })) }, 15) },
    {
      name: "empty values of columns",
      definition: all({ columns: many(380, (at) => ({ name: `c${at}`, null_values: many(100, () => 1) })) }),
    },
    { name: "filters", definition: all({ filter: many(39, () => ({ path: "a", in: many(1_000, () => 1) })) }) },
    {
      name: "special answers",
      definition: all({
        response_actions: many(37, () => ({
          status: many(50, () => 404),
          in: many(1_000, () => 1),
          action: "ignore",
        })),
      }),
    },
    {
      name: "values of no kind",
      definition: all({
        null_values: many(100, () => ({ a: 1 })),
        filter: many(38, () => ({ in: many(1_000, () => ({})) })),
      }),
    },
    {
      name: "wrong types everywhere",
      definition: all({ columns: many(1_000, () => ({ name: 1, path: 2, type: 3, value: [] })) }, 5),
    },
    { name: "wrong operations", definition: { operations: many(fits(3), () => 1) } },
  ];
}
