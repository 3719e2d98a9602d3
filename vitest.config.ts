import { defineConfig } from "vitest/config";

const EXCLUDE = ["**/node_modules/**", "build/**", "features/**", ".data/**"];

export default defineConfig({
  test: {
    // CI promises two cores; more workers only make Postgres and the tests wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...EXCLUDE, "**/*.int.test.{ts,tsx}"],
          // Pure tests leave nothing behind: a process for each file would take as long as the tests do.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "integration",
          // In CI they share two cores with the browsers of the features: a test that times out once is retried.
          retry: process.env["CI"] ? 1 : 0,
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
