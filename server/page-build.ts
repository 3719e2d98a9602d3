import path from "node:path";
import type { ServerBuild } from "@remix-run/node";

/** The pages as `npm run build` left them. */
export async function builtPages() {
  const folder = path.join(import.meta.dirname, "..", "build");
  const build = (await import(path.join(folder, "server", "index.js"))) as ServerBuild;
  return { build, assets: { folder: path.join(folder, "client") } };
}

/** Development: the same server, with Vite building each page when it is asked for. */
export async function viteBuild() {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true } });
  return {
    build: () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>,
    assets: { middleware: vite.middlewares },
  };
}
