import { limitsTable } from "./call-limits.ts";

/** The version of the API: its first number changes when something is removed. */
export const API_VERSION = "1.0.0";

/**
 * What holds for every call, in Markdown: the description of the OpenAPI document, and the first page of the API
 * documentation.
 */
export const apiGuide: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: "Keys",
    text: `A program sends an API key of its account as \`Authorization: Bearer trib_…\`. Each operation names the scope
that the key needs. The cookie of a browser's session works as well. Streams also take the streaming key, and for tools
that send no headers either key as \`api_key\` in the address.`,
  },
  {
    title: "Bodies and parameters",
    text: `Bodies are JSON objects with \`Content-Type: application/json\`. A field or a query parameter that a call does
not know is refused with 400, and so is a parameter that is given twice.`,
  },
  {
    title: "Errors",
    text: `Each error is one JSON object: \`error\`, a sentence for people, and \`code\`, for programs. A definition that is
refused comes with all its faults in \`faults\`, each with \`path\` and \`message\`.

| Status | Meaning |
| --- | --- |
| 400 | bad input |
| 401 | no key or session, or one that does not count |
| 402 | a price that is not paid here |
| 403 | not allowed |
| 404 | not there, or not yours to see |
| 409 | it conflicts with what is there, or that is busy |
| 413 | too large |
| 415 | a body of another type |
| 422 | an Idempotency-Key that was used with another body |
| 429 | too many calls |
| 503 | not ready, or busy |
| 507 | the disk of the server is full |`,
  },
  {
    title: "Lists",
    text: `Lists have pages: \`limit\` is their length, and the \`Link\` header leads to the others. It holds a cursor, so that
no item is left out or shown twice when others come or go meanwhile. With \`page\`, which counts from 1, \`Link\` has the
first, previous, next and last page, and \`X-Total-Count\` is the number of all items. The lists of datasets and
connectors have at most 100 items a page, a \`page\` there reaches the first 10,000 items, and \`X-Total-Count\` also comes with \`total=true\`.`,
  },
  {
    title: "Repeating",
    text: `A change with an \`Idempotency-Key\` header may be sent again after a cut connection: within 24 hours it is
carried out once, and the answer is the same, marked \`Idempotency-Replayed: true\`. Kept are answers that are 2xx or say
that the request itself is wrong (400, 404, 405, 410, 413, 414, 415, 422). For a kept 202 you get the present state of
the run or upload. After any other answer the call is carried out when it is sent again.`,
  },
  {
    title: "Waiting",
    text: `What takes longer is answered with 202 and the address of its status (\`status_url\`, \`Location\`).
\`?wait=30\` there waits for the end, and \`Accept: text/event-stream\` follows each change.`,
  },
  {
    title: "Headers",
    text: `| Header | What it does |
| --- | --- |
| \`If-None-Match\` | the \`ETag\` of what you have: the answer is 304 while that is up to date |
| \`If-Match\` | the \`ETag\` of the version that you replace: another one is refused with 412 |
| \`Prefer: respond-async\` | the answer comes at once, as 202 while the work goes on |
| \`Prefer: wait=N\` | the answer comes after at most N seconds |
| \`Idempotency-Key\` | the change is carried out once, however often you send it |`,
  },
  {
    title: "Numbers",
    text: `Values of \`bigint\` and \`numeric\` columns are JSON numbers with all their digits. JavaScript rounds integers
beyond 2^53 and long decimals: with \`bigint=string\` both types come as text. CSV does not change.`,
  },
  {
    title: "Limits",
    text: `Bodies have at most 1 MB where nothing else is said. Who calls too often gets 429, and a server that is busy
answers 503; both say in \`Retry-After\` after how many seconds the call may be repeated.`,
  },
  {
    title: "How often",
    text: `A call that a limit counts tells what is left by \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\` (in seconds), of the limit that is nearest to its end. Operators may
change these defaults:

${limitsTable()}`,
  },
  {
    title: "What you can rely on",
    text: `Within version 1 fields, calls and codes are only added: ignore the fields that you do not
know. What is to be removed is announced six months ahead by the headers \`Deprecation\` and \`Sunset\` of its answers,
and in CHANGELOG.md.`,
  },
];

/** The same as one text. */
export const API_DESCRIPTION = [
  "What a person does on the pages, a program does here.",
  ...apiGuide.map(({ title, text }) => `**${title}.** ${text}`),
].join("\n\n");
