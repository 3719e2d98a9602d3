export type Written = Readonly<Record<string, unknown>>;

/** The largest definition, in bytes. */
const MOST_BYTES = 256 * 1024;
/** What a shape is given besides its list: names, brackets, the first operation. */
const AROUND = 3_000;
/** The most values of a definition, with room for those around. */
const MOST_VALUES = 39_800;

/** A definition that is as costly as its kind can be: `name` says how. */
export type HostileDefinition = { readonly name: string; readonly definition: Written };

/** How many parts of so many bytes and values a definition has room for. */
export const fits = (bytesOfOne: number, valuesOfOne = 1) =>
  Math.floor(Math.min(MOST_VALUES / valuesOfOne, (MOST_BYTES - AROUND) / bytesOfOne));

/** `count` values; `of` makes each from its number. */
export function many<T>(count: number, of: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

export function named<T>(count: number, of: (at: number) => T, prefix = "k"): Record<string, T> {
  return Object.fromEntries(many(count, (at) => [`${prefix}${at}`, of(at)]));
}

export const operation = (more: Written = {}) => ({ url: "/a", ...more });

/** Definitions with fields of every kind, as many as fit. */
export function hostileFields(): HostileDefinition[] {
  const keyed = (at: number, more: Written = {}) => ({ key: `f${at}`, ...more });
  const groups = (rule: unknown, count: number, members = 100, more: Written = {}) => ({
    operations: [
      operation({
        params_fields: [
          keyed(0, { multiple: true, default: many(1_000, (at) => at) }),
          ...many(count, (at) => ({
            key: `g${at}`,
            type: "group",
            fields: many(members, (member) => ({ key: `m${at}_${member}`, ...more })),
            visible_if: rule,
          })),
        ],
      }),
    ],
  });
  return [
    {
      name: "fields of all operations",
      definition: {
        operations: many(100, (at) => operation({ params_fields: many(100, (field) => ({ key: `f${at}_${field}` })) })),
      },
    },
    {
      name: "groups under long conditions",
      definition: groups([{ key: "f0", in: many(99, () => 998).concat(999) }], 90),
    },
    {
      name: "groups under many conditions",
      definition: groups(
        many(20, () => ({ key: "f0", in: many(14, () => "x").concat("999") })),
        70,
      ),
    },
    {
      name: "groups under a wide condition",
      definition: groups(
        named(2_000, () => [null], "x"),
        8,
      ),
    },
    {
      name: "lists of groups",
      definition: {
        operations: [
          operation({
            params_fields: many(30, (at) => ({
              ...{ key: `l${at}`, type: "group", multiple: true, default: many(1_000, () => ({})) },
              fields: many(50, (member) => ({
                key: `m${member}`,
                ...(at === 0 ? { visible_if: many(20, () => ({ key: "f0", in: [1, null] })) } : {}),
              })),
            })),
          }),
        ],
      },
    },
    {
      name: "choices of several values",
      definition: {
        operations: [
          operation({
            params_fields: many(19, (at) => ({
              ...{ key: `s${at}`, type: "select", multiple: true },
              options: many(1_000, (value) => value),
              default: many(1_000, () => 999),
            })),
          }),
        ],
      },
    },
    {
      name: "a chain of conditions",
      definition: {
        operations: many(42, (at) =>
          operation({
            params_fields: many(100, (field) => ({
              key: `f${at}_${field}`,
              default: "1",
              visible_if: { [`f${at}_${Math.max(0, field - 1)}`]: "1" },
            })),
          }),
        ),
      },
    },
    {
      name: "fields that load their options",
      definition: {
        auth: many(10, () => ({ type: "bearer", fields: [{ key: "token" }] })),
        operations: many(25, (at) =>
          operation({
            params_fields: many(100, (field) => ({
              key: `f${at}_${field}`,
              options_endpoint: { url: `https://h${at}.example.org/{token}`, depends_on: "token" },
            })),
          }),
        ),
      },
    },
    {
      name: "options of fields",
      definition: {
        operations: many(13, (at) =>
          operation({
            params_fields: many(3, (f) => ({ key: `f${at}_${f}`, type: "select", options: many(1_000, () => 1) })),
          }),
        ),
      },
    },
    {
      name: "fields of ten ways to sign in",
      definition: {
        auth: many(10, (way) => ({ type: "bearer", fields: many(100, (at) => ({ key: `t${way}_${at}` })) })),
        operations: many(60, (at) => operation({ query: named(100, () => `{t0_${at}}`, "q") })),
      },
    },
  ];
}
