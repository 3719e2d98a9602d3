import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/order/longest-first.ts";

const EXCLUDE = ["**/node_modules/**", "build/**", "features/**", ".data/**"];

export default defineConfig({
  test: {
    // CI promises two cores, and browsers run beside these tests. An integration test waits half of its time, so three test
    // files run at a time: with four, waits of some seconds ran out under load.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          environment: "node",
          include: ["**/*.int.test.{ts,tsx}"],
          exclude: EXCLUDE,
          globalSetup: ["testing/postgres/cluster.ts"],
          testTimeout: 120_000,
          // The first file that starts the product builds and installs it; others wait for that.
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
