/**
 * SQL for a cell that spreadsheets read as text: one that begins like a formula (`= + - @`, their full-width forms, or
 * a tab or line break, after byte order marks, spaces and quotes) gets an apostrophe before it, unless it is a plain
 * number. OWASP ASVS 5.0, 1.2.10.
 */
export function guardedSql(text: string): string {
  const formula = `${text} ~ E'^[\\uFEFF "'']*[-=+@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]'`;
  const number = `${text} ~ '^ *[-+]?[0-9]+([.,][0-9]+)*([eE][-+]?[0-9]+)?%?$'`;
  return `CASE WHEN ${formula} AND NOT ${number} THEN '''' || ${text} ELSE ${text} END`;
}
