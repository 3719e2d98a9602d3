import type { Shape } from "./read-shape.ts";

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Bodies of functions run later, those of DO blocks now. */
const FUNCTION_BODIES = /(\bfunction\b[^;]*?\bas\s*)(\$\w*\$)[\s\S]*?\2/gi;
const TEXTS = /'(?:[^']|'')*'/g;
const NAME = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)`;
/** Not behind the words of a trigger, a lock or a reference. */
const CHANGES = new RegExp(
  String.raw`(?<!\b(?:on|for|or|before|after|of|no key|grant|revoke|,)\s+)\b(update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?${NAME}([^;]*)`,
  "gi",
);

/**
 * The statements of a migration that change rows of tables of before, a line each. A new column may be filled. It reads the
 * words: what an EXECUTE puts together it refuses.
 */
export function changedRows(sql: string, before: Shape): readonly string[] {
  const text = sql.replaceAll(COMMENTS, " ").replaceAll(FUNCTION_BODIES, "$1''");
  const isHidden = /\bdo\b[\s\S]*\bexecute\b/i.test(text);
  const found = [...text.replaceAll(TEXTS, "''").matchAll(CHANGES)].flatMap(([, verb = "", name = "", rest = ""]) => {
    const table = name.replaceAll('"', "").toLowerCase();
    const isOld = before.has(`table ${table.includes(".") ? table : `public.${table}`}`);
    if (!isOld) return [];
    return verb.toLowerCase() === "update" && fillsNewColumns(rest, table, before)
      ? []
      : [`${verb.toLowerCase()} of rows of ${table}`];
  });
  return isHidden ? [...found, "statements that are put together"] : found;
}

function fillsNewColumns(rest: string, table: string, before: Shape): boolean {
  const set = /\bset\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/i.exec(withoutBrackets(rest))?.[1] ?? "";
  const columns = set.split(",").map((each) => /^\s*"?([a-z_]\w*)"?\s*=/i.exec(each)?.[1]?.toLowerCase());
  const place = table.includes(".") ? table : `public.${table}`;
  return columns.every((column) => column !== undefined && !before.has(`column ${place}.${column}`));
}

function withoutBrackets(text: string): string {
  const less = text.replaceAll(/\([^()]*\)/g, "0");
  return less === text ? text : withoutBrackets(less);
}
