/** A program that checks the sources without running the product. */
export type Check = { readonly name: string; readonly program: string; readonly args: readonly string[] };

const CACHE = ".cache";

/**
 * All checks. `quick` leaves out the rules of lint that need types, and lets it skip unchanged files: good enough during
 * work; `npm test` checks every rule on every file.
 */
export function checks({ quick }: { readonly quick: boolean }): readonly Check[] {
  const quickLint = ["--config", "eslint.untyped.config.js", "--cache", "--cache-strategy", "content"];
  return [
    {
      // The native compiler. The package `typescript` is the older one, for the linter, which needs its API.
      name: "types",
      program: "node",
      args: [
        "node_modules/typescript7/bin/tsc",
        "--project",
        ".",
        "--incremental",
        "--tsBuildInfoFile",
        `${CACHE}/tsc.tsbuildinfo`,
      ],
    },
    {
      name: "lint",
      program: "eslint",
      args: [".", ...(quick ? [...quickLint, "--cache-location", `${CACHE}/eslint-untyped`] : [])],
    },
    {
      name: "format",
      program: "prettier",
      args: ["--check", "--log-level", "warn", "--cache", "--cache-location", `${CACHE}/prettier`, "."],
    },
    // Redocly's and Spectral's rules for OpenAPI.
    { name: "document", program: "node", args: ["scripts/openapi/lint-document.ts"] },
    {
      name: "floors",
      program: "depcruise",
      args: ["--config", ".dependency-cruiser.cjs", "--cache", `${CACHE}/depcruise`, "."],
    },
  ];
}
