import type pg from "pg";
import { readShape, type Shape, type Thing } from "./read-shape.ts";
import { changedRows } from "./changed-rows.ts";

/** Demands on rows: these may go. A foreign key may not: programs rely on what it deletes. */
const isDemand = ({ kind, facts }: Thing): boolean => kind === "constraint" && facts["type"] === "c";

/**
 * Runs a migration, and says in a line each what programs of before miss afterwards: what is gone, what is another, and what
 * is newly demanded of the rows that they write or delete. Empty: it only adds.
 */
export async function takenAway(client: pg.Pool | pg.ClientBase, sql: string): Promise<readonly string[]> {
  const before = await readShape(client);
  await client.query(sql);
  const after = await readShape(client);
  const added = [...after.entries()].filter(([key]) => !before.has(key)).map(([, thing]) => thing);
  const demands: string[] = [];
  for (const thing of added)
    if (isOnTableOfBefore(before, thing) && !(await isHarmless(client, before, after, thing)))
      demands.push(`new ${thing.kind} ${thing.name} on what was there`);
  return [...changes(before, after), ...demands, ...changedRows(sql, before)];
}

function changes(before: Shape, after: Shape): readonly string[] {
  return [...before.entries()].flatMap(([key, thing]) => {
    const now = after.get(key);
    if (!now) return isDemand(thing) || goneWith(before, after, thing) ? [] : [`${key} is gone`];
    return Object.keys(thing.facts)
      .filter((fact) => !isAsBefore(fact, thing, now))
      .map((fact) => `${key} has another ${fact}`);
  });
}

/** Said once: of the table, or of the column. */
function goneWith(before: Shape, after: Shape, { kind, facts }: Thing): boolean {
  const table = `table ${String(facts["table"])}`;
  return kind !== "table" && before.has(table) && !after.has(table);
}

function isAsBefore(fact: string, before: Thing, after: Thing): boolean {
  const [was, is] = [before.facts[fact], after.facts[fact]];
  if (fact === "rights") return (was as string[]).every((right) => (is as string[]).includes(right));
  if (before.kind === "column" && fact === "required") return was === true || is === false;
  // The columns of a view, and the name of a constraint's expression, are part of its definition.
  return JSON.stringify(was) === JSON.stringify(is);
}

/** Whether programs of before meet it: in a table that they know, or when they delete rows that it refers to. */
function isOnTableOfBefore(before: Shape, { kind, facts }: Thing): boolean {
  const refersTo = kind === "constraint" && before.has(`table ${String(facts["refers"])}`);
  return before.has(`table ${String(facts["table"])}`) || refersTo;
}

async function isHarmless(
  client: pg.Pool | pg.ClientBase,
  before: Shape,
  after: Shape,
  thing: Thing,
): Promise<boolean> {
  const { kind, facts } = thing;
  const columns = ((facts["columns"] ?? []) as string[]).map((name) =>
    after.get(`column ${String(facts["table"])}.${name}`)!,
  );
  const areNew = columns.length > 0 && columns.every(({ name }) => !before.has(`column ${name}`));
  const areEmpty = columns.every((column) => column.facts["default"] === null && column.facts["identity"] === "");
  if (kind === "column") return facts["required"] !== true || facts["default"] !== null || facts["identity"] !== "";
  if (kind === "unique index") return areNew && areEmpty && facts["plain"] === true;
  if (kind !== "constraint") return false;
  if (facts["type"] === "c") return areNew && (await holdsWithoutValues(client, columns, String(facts["expression"])));
  if (facts["type"] === "u") return areNew && areEmpty;
  // Rows of before may be deleted as they were.
  const letsGo = facts["onDelete"] === "c" || facts["onDelete"] === "n";
  const isOwn = !before.has(`table ${String(facts["table"])}`) || (areNew && areEmpty);
  return facts["type"] === "f" && isOwn && (letsGo || !before.has(`table ${String(facts["refers"])}`));
}

/** Whether a row that names none of these columns passes. */
async function holdsWithoutValues(
  client: pg.Pool | pg.ClientBase,
  columns: readonly Thing[],
  expression: string,
): Promise<boolean> {
  const values = columns.map(
    ({ name, facts }) =>
      `(${String(facts["default"] ?? "NULL")})::${String(facts["type"])} AS "${name.split(".").at(-1)}"`,
  );
  const { rows } = await client.query<{ holds: boolean }>(
    `SELECT coalesce((${expression}), true) AS holds FROM (SELECT ${values.join(", ")}) AS row_of_before`,
  );
  return rows[0]!.holds;
}
