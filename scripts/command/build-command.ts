import path from "node:path";
import { build } from "vite";

/** The file of the command among those that browsers and programs may fetch. */
export const COMMAND_FILE = "tributary.mjs";

/** Builds the command as one file of plain JavaScript into this folder: it runs anywhere, without a package. */
export async function buildCommand(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: path.resolve(import.meta.dirname, "../../cli/bundle.ts"),
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "node22",
      rollupOptions: { output: { entryFileNames: COMMAND_FILE, banner: "#!/usr/bin/env node" } },
    },
  });
}
