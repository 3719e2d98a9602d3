import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["testing/contracts/agenda/agenda-mongodb.ts"],
    globalSetup: ["testing/postgres/cluster.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
