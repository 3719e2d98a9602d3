import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { StartRefused } from "#infra/platform/start-refused.ts";
import { currentBuild } from "../build-folder.ts";

/** The pages of the newest `npm run build`. */
export async function builtPages() {
  const folder = currentBuild();
  if (folder === null)
    throw new StartRefused("The pages are not built yet. Run npm run build, or start with npm start.");
  const build = (await import(path.join(folder, "server", "index.js"))) as ServerBuild;
  return { build, assets: { folder: path.join(folder, "client") }, buildId: path.basename(folder) };
}

/** Development: the same server, with Vite building each page on request. */
export async function viteBuild() {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true } });
  return {
    build: () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>,
    assets: { middleware: vite.middlewares },
    buildId: null,
  };
}
