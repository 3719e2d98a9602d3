import type { Compilable, CompiledQuery, Kysely } from "kysely";

/** Shapes of statements that are kept for a database; with more, the oldest is made again. */
const MOST_SHAPES = 500;

/** Stands for a value while the SQL of a statement is made. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
type Values = Readonly<Record<string, string>>;
/** Gives what stands for one of the values, as a text to build the statement with. */
type Parameters = (name: string) => string;

const kept = new WeakMap<object, Map<string, CompiledQuery<unknown>>>();

/**
 * Runs a statement whose SQL is made once for each `shape`, because making that of a list takes longer than all else that
 * is done for it in this process. The shape says everything by which `build` decides; what differs otherwise is in
 * `values`, for which `build` gets parameters.
 */
export async function runKept<DB, Row>(
  db: Kysely<DB>,
  { shape, values }: { readonly shape: readonly unknown[]; readonly values: Values },
  build: (parameter: Parameters) => Compilable<Row>,
): Promise<Row[]> {
  const statements = kept.get(db) ?? new Map<string, CompiledQuery<unknown>>();
  kept.set(db, statements);
  const key = JSON.stringify(shape);
  const statement = statements.get(key) ?? build((name) => new Parameter(name) as unknown as string).compile();
  statements.set(key, statement);
  const [oldest] = statements.keys();
  if (statements.size > MOST_SHAPES && oldest !== undefined) statements.delete(oldest);
  const parameters = statement.parameters.map((parameter) => filled(parameter, values));
  const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
  return rows;
}

function filled(parameter: unknown, values: Values): unknown {
  if (Array.isArray(parameter)) return parameter.map((each) => filled(each, values));
  if (!(parameter instanceof Parameter)) return parameter;
  const value = values[parameter.name];
  if (value === undefined) throw new Error(`A statement has no value for ${parameter.name}`);
  return value;
}
