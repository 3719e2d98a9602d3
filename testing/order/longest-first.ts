import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest although they are small. Vitest begins with the largest, and a run would end with these. */
export const LONG_FILES: readonly string[] = [
  "testing/chaos/chaos.int.test.ts",
  "server/long-upgrade.int.test.ts",
  "app/ui/every-page.int.test.ts",
  "server/engines-away.int.test.ts",
  "infra/beside-log/idempotent-after-crash.int.test.ts",
  "app/http/server/anonymous-load.int.test.ts",
  "app/http/hostile-pages.int.test.ts",
  "testing/chaos/checks/checks.int.test.ts",
  "app/ui/messages.int.test.ts",
  "runners/schedule/roles.int.test.ts",
  "runners/busy-runner.int.test.ts",
  "app/http/server/slow-clients.int.test.ts",
  "infra/platform/stop-when-busy.int.test.ts",
  "app/http/upload/stopping.int.test.ts",
];

/** The order of test files: those that take long first, then as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
