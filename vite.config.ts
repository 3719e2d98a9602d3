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
 * Keeps `#domain/*` and `#projections/*` out of the server bundle: server.ts and the routes must share one copy of each
 * of these modules, or registries and `instanceof` break. The build leaves the bare `#…` import, which Node resolves by
 * package.json "imports" from build/server. In development Vite loads every file URL itself: there Node imports the
 * module, once, and Vite gets a replacement that re-exports it. In the browser they are ordinary modules.
 */
function oneCopyOfTheLowerFloors(): Plugin {
  const standIn = "\0by-node:";
  let building = false;
  return {
    name: "one-copy-of-the-lower-floors",
    enforce: "pre",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId(id, _importer, options) {
      if (!options?.ssr || !/^#(domain|projections)\//.test(id)) return null;
      return building ? { id, external: true } : standIn + root + id.slice(1);
    },
    async load(id) {
      if (!id.startsWith(standIn)) return null;
      const url = pathToFileURL(id.slice(standIn.length)).href;
      const loaded = (await import(url)) as object;
      loadedByNode.set(url, loaded);
      return [
        `const module = globalThis[Symbol.for("tributary.loaded-by-node")].get(${JSON.stringify(url)});`,
        ...Object.keys(loaded).map((name) =>
          name === "default" ? "export default module.default;" : `export const ${name} = module.${name};`,
        ),
      ].join("\n");
    },
  };
}

/**
 * Where the replacements find what Node has loaded; on globalThis, because they run outside this module, which Remix
 * loads twice.
 */
const modulesLoadedByNode = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
const loadedByNode = (modulesLoadedByNode[Symbol.for("tributary.loaded-by-node")] ??= new Map());

/**
 * The tools of the block editor add their styles by themselves, without the nonce that our policy asks for: here they
 * get it.
 */
function nonceForEditorStyles(): Plugin {
  const nonce = 'document.querySelector("script[nonce]")?.nonce';
  return {
    name: "nonce-for-editor-styles",
    transform(code, id) {
      if (!/\/node_modules\/@editorjs\/[^?]+\.mjs$/.test(id)) return null;
      return code
        .replaceAll('document.createElement("style")', (made) => `Object.assign(${made},{nonce:${nonce}})`)
        .replaceAll('make("style", null, {', (made) => `${made}nonce:${nonce},`)
        .replace(/\w+\.nonce=\(.*?\.content,/, "");
    },
  };
}

/**
 * Without this zod tries `new Function` in the browser when the first schema is made, to be faster. Our policy refuses
 * that, and every console reports it.
 */
function zodWithoutEval(): Plugin {
  return {
    name: "zod-without-eval",
    transform(code, id, options) {
      if (options?.ssr || !/\/node_modules\/zod\/v4\/core\/core\.js$/.test(id)) return null;
      const changed = code.replace("__zod_globalConfig = {}", "__zod_globalConfig = { jitless: true }");
      if (changed === code) throw new Error("zod keeps its configuration in another place now.");
      return changed;
    },
  };
}

/** Parts of the pages that need a library of their own: they stay in files that only their pages load. */
const WITH_A_LIBRARY = /\/app\/ui\/(?:controls\/confirm|form\/leave-guard|layout\/header\/account-menu)\.tsx$/;
/** What shows rows: the lists of the DataStore do without it. */
const OF_TABLES = /\/app\/ui\/(?:data\/(?:data-table|column-picture)\.tsx$|filters\/)/;
/** Parts of pages of one item or of an account: the landing page, the DataStore and the login do without them. */
const OF_INNER_PAGES = new RegExp(
  `/app/ui/(?:${[
    "controls/(?:inert-frame|new-tab-link)",
    "data/(?:code-list|scroll-table|table-names)",
    "feedback/(?:follow|progress)",
    "form/(?:kept-form|post-button)",
    "frames/(?:load-failed|page-head|reading-page|tabbed-page)",
    "layout/(?:block|crumbs|facts|page-contents|person)",
    "time/schedule-note",
  ].join("|")})\\.tsx?$`,
);

/**
 * The files that all pages share: React and Remix change seldom, our own parts with each version. Without this each
 * part that two pages use becomes a file of its own.
 */
function sharedFile(id: string): string | undefined {
  if (/\/node_modules\/(?:react|react-dom|react-router|react-router-dom|@remix-run|scheduler|turbo-stream)\//.test(id))
    return "framework";
  if (!id.includes("/app/ui/") || id.includes("?") || WITH_A_LIBRARY.test(id)) return undefined;
  if (OF_INNER_PAGES.test(id)) return "inner";
  return OF_TABLES.test(id) ? "tables" : "ui";
}

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [oneCopyOfTheLowerFloors(), nonceForEditorStyles(), zodWithoutEval(), remix(remixOptions), tailwindcss()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedFile } },
  },
}));
