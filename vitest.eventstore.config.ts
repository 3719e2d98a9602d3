import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["testing/contracts/eventstoredb.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
