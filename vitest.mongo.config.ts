import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["testing/contracts/agenda-mongodb.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
