import type { DocFacts, DocPage, DocSection } from "./doc-page.ts";

/** The lines of a nightly job for a shell with curl: they end with a status other than 0 when something went wrong. */
export const NIGHTLY_JOB = `set -eu
umask 077
printf 'Authorization: Bearer %s\\n' "$TRIBUTARY_KEY" > key.header
api() { curl --silent --show-error --fail-with-body --retry 5 -H @key.header "$@"; }

# 1. Last night's file becomes the next version of the dataset.
api -X PUT -H "Content-Type: text/csv" --data-binary @night.csv \\
  "$TRIBUTARY_URL/api/assets/$DATASET/data"

# 2. The connection pulls. The answer comes at once and names the run.
run=$(api -X POST -H "Prefer: respond-async" \\
  "$TRIBUTARY_URL/api/connectors/instance/$CONNECTION/run" |
  sed -n 's/.*"runId":"\\([^"]*\\)".*/\\1/p')

# 3. Each call waits up to 30 seconds for the end of the run.
state=running
while [ "$state" = running ] || [ "$state" = waiting ]; do
  state=$(api "$TRIBUTARY_URL/api/runs/$run?wait=30" |
    sed -n 's/.*"state":"\\([a-z]*\\)".*/\\1/p')
done
[ "$state" = succeeded ]

# 4. The result.
api -o rows.csv "$TRIBUTARY_URL/d/$TABLE.csv"
`;

/** The same by the command. */
export const NIGHTLY_JOB_BY_COMMAND = `set -eu
tributary push night.csv --to "$DATASET"
tributary run "$CONNECTION" --wait
tributary pull "$TABLE" -o rows.csv
`;

const keys: DocSection = {
  id: "keys-of-programs",
  title: "Keys",
  blocks: [
    "A program needs an [API key](/account?tab=api-keys) of your account, sent as `Authorization: Bearer`. Give it the scopes that the program needs, and no others: `read`, `run`, `write` or `admin`. None implies another. Make one key for each program, so that you can delete it without stopping the others.",
    "A wrong, expired or deleted key is answered with 401. A key without the scope gets 403 with the code `scope-missing`.",
  ],
};

const errors: DocSection = {
  id: "errors",
  title: "Errors",
  blocks: [
    "An error is one JSON object: `error` is a sentence for people, `code` stays the same for programs, and `request_id` helps the people who run the server to find the call. Some codes have facts: `run-in-progress` has `run_id`, a limit has `limit` and `resets_at`.",
    "429 and 503 pass: repeat the call after the seconds in `Retry-After`. With an `Idempotency-Key` of your choice a change may be repeated after any failure: it is carried out once.",
  ],
};

const document: DocSection = {
  id: "document",
  title: "The document",
  blocks: [
    "Every call is described in [/api/openapi.json](/api/openapi.json), an OpenAPI 3.1 document: who may call, what is sent and answered, the errors, and examples. [/api/openapi-3.0.json](/api/openapi-3.0.json) is the same for tools that do not read 3.1. [API documentation](/api-documentation) shows the same to read.",
    "Generators make clients of it. For TypeScript:",
  ],
};

/** How programs call the API. */
export const apiPage: DocPage = {
  path: "/documentation/api",
  title: "API for programs",
  about: "How a script uploads, runs, waits and reads with a key.",
  sections: (facts) => [
    keys,
    nightly(facts),
    errors,
    {
      ...document,
      blocks: [
        ...document.blocks,
        {
          code: `npx openapi-typescript ${facts.origin}/api/openapi.json -o api.d.ts`,
          name: "the line for TypeScript",
        },
      ],
    },
  ],
};

function nightly({ origin }: DocFacts): DocSection {
  return {
    id: "nightly-job",
    title: "A nightly job",
    blocks: [
      "The job uploads a file, starts a run, waits for its end, reads a table, and stops when something is wrong. It needs these variables, the key among them; the ids are in the addresses of the pages.",
      {
        code: `export TRIBUTARY_URL=${origin}\nexport TRIBUTARY_KEY=trib_…\nexport DATASET=… CONNECTION=… TABLE=…`,
        name: "the variables",
      },
      { code: NIGHTLY_JOB, name: "the nightly job" },
      "The key is in a file that you alone can read, because everybody on a machine sees the arguments of a command.",
      "The same in three lines is done by the [command](/documentation/command-line).",
    ],
  };
}

/** The command of our own. */
export const commandPage: DocPage = {
  path: "/documentation/command-line",
  title: "Command line",
  about: "The command tributary: upload, run, wait and read from a shell or a scheduler.",
  sections: (facts) => [installing(facts), login, commands, exitStatus, behaviour],
};

function installing({ origin }: DocFacts): DocSection {
  return {
    id: "installing",
    title: "Getting it",
    blocks: [
      "The command is one file, which this server has. It needs Node 22 or newer and nothing else.",
      {
        code: `curl --fail -o tributary.mjs ${origin}/tributary.mjs\nnode tributary.mjs --help`,
        name: "the lines to get the command",
      },
      "In a clone of the project it is there after `npm install`, as `npx tributary`. The lines below write `tributary` for either.",
    ],
  };
}

const login: DocSection = {
  id: "login",
  title: "Server and key",
  blocks: [
    "A scheduler sets `TRIBUTARY_URL` and `TRIBUTARY_KEY`, or names a file with `--key-file`. At a terminal, log in once: the key is typed unseen and kept in your configuration folder, readable by you alone.",
    { code: "tributary login --url https://tributary.example.org", name: "the login" },
    "`login --key -` reads the key from standard input. A key is never taken from the command line, where others can read it, and never shown.",
  ],
};

const commands: DocSection = {
  id: "commands",
  title: "Commands",
  blocks: [
    {
      list: [
        "`push <file> --to <dataset>` uploads a new version and waits until its rows can be read. Other columns than before are refused without `--columns change`; `--if-match` replaces one version only. `--title` in place of `--to` makes a new dataset. `--to` takes an id or the name of a table. The file `-` is standard input. Rows that do not fit are set aside: the command says how many and ends with 1.",
        "`run <connection> --wait` starts a run and waits for its end; the connection is named by its id or by the name of its table. Without `--wait` it prints the id of the run.",
        "`pull <table> -o <file>` saves the rows as csv, json, ndjson, xlsx or parquet. `--columns`, `--where level=gte.180`, `--order` and `--limit` choose a part. `-o -` writes to standard output.",
        "`list` shows the tables that the key can read; `list connections`, `list datasets` and `list connectors` show the others, with their ids.",
      ],
    },
    "`--json` prints results for programs, one object on each line, and errors with their codes. The one of `push` has the table, its version and the report of the load. `tributary --version` tells the version.",
    { code: NIGHTLY_JOB_BY_COMMAND, name: "the nightly job by command" },
  ],
};

const exitStatus: DocSection = {
  id: "exit-status",
  title: "Exit status",
  blocks: [
    {
      list: [
        "0: done.",
        "1: the run or the load failed, or succeeded only in part: rows that were set aside count.",
        "2: bad use: arguments, settings or fields that are wrong.",
        "3: not allowed: the key is wrong, lacks a scope, or a plan does not allow it.",
        "4: not found.",
        "5: conflict: something else is going on, the thing has changed, or a limit is reached.",
        "6: the server cannot be reached or has a fault.",
        "130 and 143: interrupted by Ctrl-C, or by SIGTERM. 141: who reads the output has left, as `head` does.",
      ],
    },
  ],
};

const behaviour: DocSection = {
  id: "behaviour",
  title: "When something goes wrong",
  blocks: [
    "A server that is busy (429, 502, 503 or 504) or away is asked again after 1, 2, 4, 8, 16 and then each 30 seconds, or when its `Retry-After` says, as long as these waits are 120 seconds together; `--max-wait` sets another time. A change is carried out once, however often it is sent.",
    "A pull that is cut off is read again from its beginning, three times in all; on standard output it ends with 6. A file that is pulled appears when it is complete: until then the old one stays, and nothing half-written is left. Ctrl-C during `run --wait` ends the run that the command has started.",
  ],
};
