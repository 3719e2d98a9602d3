import pg from "pg";

/** Class 22: data that is not what its column takes; class 23: constraints; 54: limits of the server. */
export function isAboutData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? "");
}
