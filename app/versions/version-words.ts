import type { VersionShown } from "./version-calls.ts";

/** What made a version, in a few words. */
export function versionWords({ mode, fileName, restoredFrom, connectorVersion }: VersionShown): string {
  switch (mode) {
    case "replace":
      return fileName === null ? "All rows replaced" : `All rows replaced by ${fileName}`;
    case "append":
      return `Rows added from ${fileName ?? "a file"}`;
    case "upsert":
      return `Rows merged from ${fileName ?? "a file"}`;
    case "restore":
      return `Version ${restoredFrom ?? "?"} restored`;
    case "run":
      return connectorVersion === null
        ? "Rows of a run"
        : `Rows of a run of version ${connectorVersion} of its connector`;
  }
}
