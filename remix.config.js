/**
 * Options of Remix; vite.config.ts passes them to Remix's Vite plugin. Every v3 flag is on, so that the move to React
 * Router 7 is a rename of imports.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // scripts/build.ts builds into a folder of its own.
  buildDirectory: process.env.BUILD_FOLDER ?? "build/by-hand",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
