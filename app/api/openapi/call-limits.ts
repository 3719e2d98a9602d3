/**
 * The limits that a program meets, for the description of the API and for docs/limits.md. A test compares each figure
 * with the constant that enforces it: `where` is its file and its name there, with a dot for a property of an object.
 */
type CallLimit = { readonly what: string; readonly figure: number; readonly unit: string; readonly where: string };

const VARIABLES = "infra/config/variables.ts RATE_LIMITS";

export const callLimits: readonly CallLimit[] = [
  { what: "changes by one user", figure: 3_000, unit: "an hour", where: `${VARIABLES}.change.points` },
  { what: "connector runs of one user", figure: 60, unit: "an hour", where: `${VARIABLES}.run.points` },
  {
    what: "test reads, checks and look-ups of options of one user",
    figure: 60,
    unit: "an hour",
    where: `${VARIABLES}.try.points`,
  },
  { what: "imports of descriptions of one user", figure: 60, unit: "an hour", where: `${VARIABLES}.import.points` },
  { what: "drafts saved by one user", figure: 600, unit: "an hour", where: `${VARIABLES}.save.points` },
  { what: "tables shared by one user", figure: 60, unit: "an hour", where: `${VARIABLES}.share.points` },
  { what: "requests for access of one user", figure: 20, unit: "an hour", where: `${VARIABLES}.ask.points` },
  {
    what: "logins of one account from one address",
    figure: 10,
    unit: "in 15 minutes",
    where: `${VARIABLES}.login.points`,
  },
  { what: "calls with a wrong key from one address", figure: 600, unit: "an hour", where: `${VARIABLES}.key.points` },
  { what: "uploads of one user", figure: 200, unit: "a day", where: "infra/config/config.ts UPLOADS_PER_DAY" },
  {
    what: "uploads of one user at a time",
    figure: 8,
    unit: "",
    where: "app/http/upload/upload-limits.ts UPLOADS_PER_USER",
  },
  {
    what: "uploads from one address at a time",
    figure: 30,
    unit: "",
    where: "app/http/upload/upload-limits.ts UPLOADS_PER_ADDRESS",
  },
  {
    what: "table streams of one user at a time",
    figure: 6,
    unit: "",
    where: "app/http/byte-routes/with-place.ts STREAMS_PER_USER",
  },
  {
    what: "downloads of one user at a time",
    figure: 6,
    unit: "",
    where: "server/web/web-platform.ts DOWNLOADS_PER_USER",
  },
  {
    what: "test reads of one user at a time",
    figure: 3,
    unit: "",
    where: "server/web/web-platform.ts TEST_READS_PER_USER",
  },
  {
    what: "previews of one user at a time",
    figure: 3,
    unit: "",
    where: "server/web/web-platform.ts PREVIEWS_PER_USER",
  },
  {
    what: "body of a call",
    figure: 1_000_000,
    unit: "bytes",
    where: "app/http/gate/body-limits.ts MAX_BODY_BYTES",
  },
  { what: "items on a page of a list", figure: 100, unit: "", where: "app/api/catalogue-page.ts MOST_ITEMS" },
  { what: "webhooks of one user", figure: 20, unit: "", where: "domain/core/webhooks/webhooks.ts MAX_WEBHOOKS" },
  { what: "API keys of one user", figure: 20, unit: "", where: "domain/api-keys/decider.ts MAX_API_KEYS" },
  {
    what: "tables, and connectors, that one key is limited to",
    figure: 100,
    unit: "",
    where: "domain/core/keys/scopes.ts MAX_KEY_THINGS",
  },
];

/** The same as a table in Markdown. */
export function limitsTable(): string {
  const rows = callLimits.map(({ what, figure, unit }) =>
    `| ${what} | ${figure.toLocaleString("en")} ${unit}`.trimEnd(),
  );
  return ["| What | Default |", "| --- | --- |", ...rows.map((row) => `${row} |`)].join("\n");
}
