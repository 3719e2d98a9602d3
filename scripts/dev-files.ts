/** What the development server runs itself; Vite reloads pages. */
export const WATCHED = ["server.ts", "server", "domain", "infra", "projections", "runners", "app/http"];

/** Whether a change of this file changes what the server runs: tests and temporary files of editors do not. */
export function changesTheServer(file: string): boolean {
  return /^[^.~][^~]*\.(tsx?|json)$/.test(file.split("/").at(-1) ?? "") && !/\.test\.tsx?$/.test(file);
}
