/**
 * A column of a read model's table: its type in Postgres, and with `T` the type of its values. `isLine`: a text, or each
 * text of a list, is made one line when the row is written. Titles are older than the rule that they are one.
 */
export type Column<T = unknown> = {
  readonly sql: string;
  readonly nullable: boolean;
  readonly isLine?: true;
  readonly values?: T;
};
type Columns = Readonly<Record<string, Column>>;

const column = <T>(sql: string): Column<T> => ({ sql, nullable: false });
export const text = <T extends string = string>() => column<T>("text");
/** A title or another text of a person's that is shown on one line. */
export const line = (): Column<string> => ({ ...text(), isLine: true });
/** Several of them, as a list in JSON. */
export const lines = (): Column<readonly string[]> => ({ ...jsonb<readonly string[]>(), isLine: true });
export const integer = () => column<number>("integer");
export const bigint = () => column<number>("bigint");
export const double = () => column<number>("double precision");
export const boolean = () => column<boolean>("boolean");
/** ISO 8601 text. */
export const time = () => column<string>("timestamptz");
export const texts = <T extends string = string>() => column<readonly T[]>("text[]");
/** Keeps the order of names. */
export const json = <T>() => column<T>("json");
export const jsonb = <T>() => column<T>("jsonb");
/** Words with positions and weights, written as Postgres reads them. */
export const tsvector = () => column<string>("tsvector");
export const nullable = <T>({ sql }: Column<T>): Column<T | null> => ({ sql, nullable: true });

/** `where` is SQL: an index of those rows only. `gin`: an inverted index, with the operator class that it is given. */
type IndexOf<N extends string> = {
  readonly on: readonly N[];
  readonly unique?: true;
  readonly where?: string;
  readonly gin?: "tsvector_ops" | "gin_trgm_ops";
};
type Index<C extends Columns> = IndexOf<keyof C & string>;

/** A table of a read model. The columns define both the DDL and the type of a row; names are snake_case in Postgres. */
export type Table<
  C extends Columns = Columns,
  K extends readonly (keyof C & string)[] = readonly (keyof C & string)[],
> = {
  readonly columns: C;
  readonly key: K;
  readonly indexes: readonly Index<C>[];
};

/** Declares a table. If a handler searches by columns other than the first of the key, it needs an index. */
export function table<const C extends Columns, const K extends readonly (keyof C & string)[]>(
  columns: C,
  { key, indexes = [] }: { readonly key: K; readonly indexes?: readonly Index<C>[] },
): Table<C, K> {
  return { columns, key, indexes };
}

export type Tables = Readonly<Record<string, AnyTable>>;
/** A table with any columns. */
export type AnyTable = {
  readonly columns: Columns;
  readonly key: readonly string[];
  readonly indexes: readonly IndexOf<string>[];
};

type Values<C> = C extends Column<infer T> ? T : never;
export type RowOf<T extends AnyTable> = { readonly [N in keyof T["columns"]]: Values<T["columns"][N]> };
type ValuesOf<R, K extends readonly string[]> = { readonly [I in keyof K]: K[I] extends keyof R ? R[K[I]] : never };
/** The values of a row's key, in its order. */
export type KeyOf<T extends AnyTable> = ValuesOf<RowOf<T>, T["key"]>;

/** The tables as queries see them: named as here, whatever their names in Postgres are. */
export type DatabaseOf<T extends Tables> = { [N in keyof T]: RowOf<T[N]> };
