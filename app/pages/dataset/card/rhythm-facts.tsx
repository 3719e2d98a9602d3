import { frequencyWords, isStale } from "../../../ui/data/update-frequency.ts";
import type { Fact } from "../../../ui/layout/facts.tsx";
import type { DatasetProfileViewProps } from "../dataset-shown.ts";

/** What one row is and how often new ones come, if the owner says it. */
export function rhythmFacts(
  { rowMeaning, updateFrequency, updatedAt }: DatasetProfileViewProps["dataset"],
  now: string,
): Fact[] {
  const frequency = frequencyWords(updateFrequency);
  return [
    ...(frequency === null
      ? []
      : [
          {
            label: "Update frequency",
            value: isStale(updateFrequency, updatedAt, now) ? (
              <span className="status status-warn">{frequency}, now overdue</span>
            ) : (
              frequency
            ),
          },
        ]),
    ...(rowMeaning === "" ? [] : [{ label: "One row", value: rowMeaning }]),
  ];
}
