import path from "node:path";

/** The file in the folder of a run that says that the pages are built. */
export function pagesBuilt(runFolder: string): string {
  return path.join(runFolder, "pages-built");
}
