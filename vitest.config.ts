import { defineConfig } from "vitest/config";

const EXCLUDE = ["**/node_modules/**", "build/**", "features/**", ".data/**"];

export default defineConfig({
  test: {
    // Two cores are the machine that CI promises. An integration test waits for half of its time, so three share them.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...EXCLUDE, "**/*.int.test.{ts,tsx}"],
          // Pure tests leave nothing behind: a process for each file would cost as much as the tests do.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: ["**/*.int.test.{ts,tsx}"],
          exclude: EXCLUDE,
          globalSetup: ["testing/postgres/cluster.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
