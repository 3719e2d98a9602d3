import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["infra/contract-agenda-mongodb.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
