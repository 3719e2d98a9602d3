import { fileURLToPath, pathToFileURL } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import remixOptions from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Keeps `#domain/*` and `#projections/*` out of the server build: server.ts and the routes must share one copy of each of these
 * modules, or registries and `instanceof` split in two. The build keeps the bare `#…` import, which Node resolves by
 * package.json "imports" from build/server; development hands Vite a file URL, which Node imports as it is. In the browser
 * bundle they are ordinary modules.
 */
function oneCopyOfTheLowerFloors(): Plugin {
  let building = false;
  return {
    name: "one-copy-of-the-lower-floors",
    enforce: "pre",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId(id, _importer, options) {
      if (!options?.ssr || !/^#(domain|projections)\//.test(id)) return null;
      return { id: building ? id : pathToFileURL(root + id.slice(1)).href, external: true };
    },
  };
}

export default defineConfig({
  plugins: [oneCopyOfTheLowerFloors(), remix(remixOptions), tailwindcss()],
  build: { target: "es2022", assetsInlineLimit: 0 },
});
