import { formatBytes } from "../ui/data/format.ts";
import { Stages } from "../ui/feedback/progress.tsx";

/** Bytes of the file sent so far, and in total. */
export type Sent = { bytes: number; of: number };

/** Said by screen readers: a quarter of the file at a time, and the wait for the rows. */
function progressWords({ bytes, of }: Sent): string {
  if (bytes >= of) return "The file is sent. Reading every row.";
  const quarter = Math.floor((bytes / of) * 4) * 25;
  return quarter === 0 ? "Sending the file." : `${quarter} % sent.`;
}

/** How far an upload is, and then its load; nothing before it begins. */
export function UploadProgress({ sent }: { sent: Sent | null }) {
  return (
    <>
      {sent && (
        <Stages
          stages={[
            {
              label: "Sending",
              percent: sent.of === 0 ? 100 : Math.round((sent.bytes / sent.of) * 100),
              words: `${formatBytes(sent.bytes)} of ${formatBytes(sent.of)}`,
            },
            {
              label: "Loading",
              percent: sent.of > 0 && sent.bytes >= sent.of ? 0 : null,
              words: sent.bytes >= sent.of ? "reading every row" : "next",
            },
          ]}
        />
      )}
      <p className="visually-hidden" role="status">
        {sent && progressWords(sent)}
      </p>
    </>
  );
}
