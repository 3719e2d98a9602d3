/** What the development server runs itself; pages are Vite's, which reloads them. */
export const WATCHED = ["server.ts", "server", "domain", "infra", "projections", "runners", "app/http"];

/** Whether a change of this file changes what the server runs: a test does not, nor does what an editor keeps beside a file. */
export function changesTheServer(file: string): boolean {
  return /^[^.~][^~]*\.(tsx?|json)$/.test(file.split("/").at(-1) ?? "") && !/\.test\.tsx?$/.test(file);
}
