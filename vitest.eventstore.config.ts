import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["infra/event-store/contract-eventstoredb.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
