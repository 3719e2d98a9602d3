import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { apiKeys } from "../api-keys/decider.ts";
import type { ApiKeyEvent } from "../api-keys/events.ts";
import { accessRequest } from "../access-request/decider.ts";
import type { AccessRequestEvent } from "../access-request/events.ts";
import { categories } from "../category/decider.ts";
import { connector } from "../connector/decider.ts";
import type { ConnectorEvent } from "../connector/events.ts";
import type { Decider } from "../core/decider.ts";
import { given } from "../core/spec.ts";
import { dataApp } from "../data-app/decider.ts";
import { dataset } from "../dataset/decider.ts";
import type { DatasetEvent } from "../dataset/events.ts";
import { draft } from "../draft/decider.ts";
import type { DraftEvent } from "../draft/events.ts";
import { instance } from "../instance/decider.ts";
import type { InstanceEvent } from "../instance/events.ts";
import { post } from "../post/decider.ts";
import type { PostEvent } from "../post/events.ts";
import { postLike } from "../post-like/decider.ts";
import { quota } from "../quota/decider.ts";
import { clockJumps } from "../clock-jump/decider.ts";
import { logArchives } from "../log-archive/decider.ts";
import { readModel } from "../read-model/decider.ts";
import { reservation } from "../reservation/decider.ts";
import { run, type RunStart } from "../run/decider.ts";
import type { RunEvent } from "../run/events.ts";
import { user } from "../user/decider.ts";
import type { UserEvent } from "../user/events.ts";
import { webhooks } from "../webhook/decider.ts";
import type { WebhookEvent } from "../webhook/events.ts";

/**
 * A command given twice with two command ids writes at most once: repeating requests does not grow the log. `open` says
 * why a command writes each time all the same, and what limits it.
 */
type Case<E, C> = { readonly history?: readonly E[]; readonly command: Omit<C, "type">; readonly open?: string };

type Typed = { readonly type: string };

/** One case at least for each command: the compiler names a command that has none. */
type CasesOf<E, C extends Typed> = {
  readonly [T in C["type"]]: readonly [Case<E, Extract<C, { type: T }>>, ...Case<E, Extract<C, { type: T }>>[]];
};

type Repetition = { readonly name: string; readonly test: () => void };

/** A test for each case. */
function repetitions<S, E, C extends Typed, R>(
  decider: Decider<S, E, C, R>,
  cases: CasesOf<E, C>,
): readonly Repetition[] {
  const all = Object.entries<readonly Case<E, Typed>[]>(cases);
  return all.flatMap(([type, ofCommand]) =>
    ofCommand.map(({ history = [], command, open }) => ({
      name: type,
      test() {
        const whole = { type, ...command } as C;
        const first = given(decider, ...history).when(whole);
        if (!first.ok || first.value.length === 0)
          throw new Error("This case shows nothing: its first command must write");
        const second = given(decider, ...history, ...first.value).when(whole);
        expect(second.ok ? second.value.length : 0, open ?? "It writes again").toBe(open ? first.value.length : 0);
      },
    })),
  );
}

const owner = { kind: "user", id: "ada" } as const;
const card = {
  title: "T",
  description: "",
  category: "API",
  keywords: ["air", "water"],
  isPublic: true,
  license: "none",
  onRequest: false,
};
const datasetMade: DatasetEvent = {
  type: "DatasetCreated",
  data: { datasetId: "d", owner, ...card, price: 0, tableName: "t", fileName: "f.csv" },
};
const loadedAs = (version: number, physical: string): DatasetEvent => ({
  type: "DatasetLoaded",
  data: { datasetId: "d", version, table: { physical, columns: [], rows: 0, contentHash: "0" }, rejected: 0 },
});
const loaded = loadedAs(1, "t_d");
const newVersion = {
  by: "ada",
  uploadId: "up",
  fileName: "f.csv",
  file: { sha256: "a".repeat(64), bytes: 9 },
  mayChangeColumns: false,
  mode: "replace" as const,
  key: [],
  onlyAfter: null,
};
const { mayChangeColumns, key, onlyAfter: _, ...asked } = newVersion;
const versionRequested: DatasetEvent = {
  type: "DatasetVersionRequested",
  data: { datasetId: "d", version: 2, ...asked, key, mayChangeColumns },
};
const sourceSet: DatasetEvent = {
  type: "DatasetSourceSet",
  data: { datasetId: "d", owner, host: "example.org", addressRef: "dataset-source/d/1", fileName: "f.csv" },
};
const refreshRequested: DatasetEvent = {
  type: "DatasetRefreshRequested",
  data: {
    ...{ datasetId: "d", version: 2, uploadId: "up", fileName: "f.csv" },
    ...{ trigger: "schedule", by: "ada", mayChangeColumns },
  },
};
const granted: DatasetEvent = { type: "AccessGranted", data: { datasetId: "d", userId: "ben", by: "ben" } };
const content = {
  title: "T",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definition: { hash: "h", bytes: 2 },
};
const draftMade: DraftEvent = {
  type: "DraftCreated",
  data: { draftId: "dr", owner, parentId: null, rootId: null, content },
};
const postContent = {
  title: "T",
  slug: "t",
  type: "update",
  coverImage: null,
  html: "<p>x</p>",
  blocks: null,
} as const;
const postMade: PostEvent = { type: "PostCreated", data: { postId: "p", owner, content: postContent } };
const postShown: PostEvent = { type: "PostPublished", data: { postId: "p", by: "ada" } };
const version = {
  rootId: "c",
  connectorId: "c",
  title: "T",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definition: {},
  parentId: null,
};
const published: ConnectorEvent = { type: "ConnectorVersionPublished", data: { ...version, version: 1, owner } };
const setup = {
  config: "v",
  settingKeys: [],
  secretKeys: [],
  headerNames: [],
  hasBody: false,
  method: null,
  refreshInterval: 0,
  override: true,
};
const start = { instanceId: "i", rootId: "c", connectorId: "c", tableName: "t", consent: {}, setup };
const activated: InstanceEvent = { type: "InstanceActivated", data: { ...start, owner } };
const exposedBefore: InstanceEvent = {
  type: "InstanceConsentChecked",
  data: { instanceId: "i", consent: {}, stopped: null, exposed: "start-value" },
};
const signedIn: InstanceEvent = { type: "InstanceSignedIn", data: { instanceId: "i", host: "h" } };
const keyMade: ApiKeyEvent = {
  type: "ApiKeyCreated",
  data: {
    userId: "ada",
    keyId: "k",
    name: "Key 1",
    prefix: "p",
    lastFour: "l",
    scopes: ["read"],
    tables: null,
    connectors: null,
    expiresAt: null,
  },
};
const registered: UserEvent = {
  type: "UserRegistered",
  data: { userId: "ada", name: "Ada", email: "ada@example.org" },
};
const table = { physical: "t_1", columns: [], rows: 1, contentHash: "0" };
const runStart: RunStart = {
  runId: "r",
  instanceId: "i",
  ownerId: "ada",
  number: 1,
  connectorId: "c",
  trigger: "manual",
  slot: null,
  lastSlot: null,
  override: true,
  settings: null,
  settingKeys: [],
  incremental: [],
  failuresBefore: 2,
};
const started: RunEvent = { type: "RunStarted", data: { ...runStart, deadline: "2030-01-01T00:00:00.000Z" } };
const failed: RunEvent = {
  type: "RunFailed",
  data: {
    runId: "r",
    instanceId: "i",
    ownerId: "ada",
    pages: 0,
    rowCount: 0,
    warnings: [],
    operations: [],
    failure: { code: "fault", facts: {} },
  },
};
const outcome = {
  status: "failed",
  failure: { code: "fault", facts: {} },
  pages: 0,
  rowCount: 0,
  warnings: [],
  operations: [],
} as const;

const IMAGE = "5f1d7c0a9b3e4d62.png";

const chart = { kind: "histogram", x: "a", y: null, aggregate: "count" } as const;
const chartOfAda = { appId: "app", datasetId: "d", title: "Levels", chart, filters: "" };
const savedChart = { ...chartOfAda, by: "ada" };
const asking = { datasetId: "d", userId: "ben" };
const askedForAccess: AccessRequestEvent = {
  type: "AccessRequested",
  data: { ...asking, ownerId: "ada", reason: "A study" },
};

const webhookRef = { userId: "ada", webhookId: "w" };
const webhookSettings = { url: "https://example.org/", kinds: ["run.failed" as const], itemId: null };
const webhookMade: WebhookEvent = {
  type: "WebhookCreated",
  data: { ...webhookRef, ...webhookSettings, secretId: "s1" },
};
const webhookOff: WebhookEvent = { type: "WebhookDisabled", data: { ...webhookRef, reason: "owner" } };

/** By the folder of the aggregate. */
const REPETITIONS: Readonly<Record<string, readonly Repetition[]>> = {
  webhook: repetitions(webhooks, {
    create: [{ command: { ...webhookRef, ...webhookSettings, secretId: "s1" } }],
    change: [{ history: [webhookMade], command: { ...webhookRef, ...webhookSettings, itemId: "d" } }],
    "rotate-secret": [
      {
        history: [webhookMade],
        command: { ...webhookRef, secretId: "s2", previousUntil: "2027-03-31T22:00:00.000Z" },
      },
    ],
    disable: [{ history: [webhookMade], command: { ...webhookRef, reason: "owner" } }],
    enable: [{ history: [webhookMade, webhookOff], command: webhookRef }],
    delete: [{ history: [webhookMade], command: webhookRef }],
  }),
  "api-keys": repetitions(apiKeys, {
    create: [
      {
        command: {
          userId: "ada",
          keyId: "k",
          name: null,
          prefix: "p",
          lastFour: "l",
          scopes: ["read"],
          limits: null,
          expiresAt: null,
        },
      },
    ],
    rename: [{ history: [keyMade], command: { userId: "ada", names: new Map([["k", "Report"]]) } }],
    "tell-expiry": [
      {
        history: [keyMade],
        command: { userId: "ada", keyId: "k", expiresAt: "2027-03-31T22:00:00.000Z" },
        open: "a job of ours, under one command id for each key and day",
      },
    ],
    delete: [{ history: [keyMade], command: { userId: "ada", keyId: "k" } }],
    "end-all": [{ history: [keyMade], command: { userId: "ada" } }],
  }),
  "access-request": repetitions(accessRequest, {
    ask: [{ command: { ...asking, ownerId: "ada", reason: "A study" } }],
    approve: [{ history: [askedForAccess], command: { ...asking, by: "ada", until: null } }],
    refuse: [{ history: [askedForAccess], command: { ...asking, by: "ada", note: null } }],
    withdraw: [{ history: [askedForAccess], command: asking }],
  }),
  connector: repetitions(connector, {
    "publish-version": [{ command: { ...version, by: "ada" } }],
    "deactivate-version": [{ history: [published], command: { connectorId: "c", by: "ada" } }],
    "reactivate-version": [
      {
        history: [published, { type: "ConnectorVersionDeactivated", data: { rootId: "c", connectorId: "c" } }],
        command: { connectorId: "c", by: "ada" },
      },
    ],
    "change-image": [
      { history: [published], command: { by: "ada", image: IMAGE } },
      {
        history: [published, { type: "ConnectorImageChanged", data: { rootId: "c", image: IMAGE } }],
        command: { by: "ada", image: null },
      },
    ],
    "take-down": [{ history: [published], command: { reason: "Stolen." } }],
    restore: [
      {
        history: [published, { type: "ConnectorTakenDown", data: { rootId: "r", reason: "Stolen." } }],
        command: {},
      },
    ],
    delete: [{ history: [published], command: { by: "ada" } }],
    subscribe: [{ history: [published], command: { connectorId: "c", instanceId: "i", userId: "ben" } }],
    unsubscribe: [
      {
        history: [
          published,
          { type: "ConnectorSubscribed", data: { rootId: "c", connectorId: "c", instanceId: "i", userId: "ben" } },
        ],
        command: { instanceId: "i", userId: "ben" },
      },
    ],
  }),
  dataset: repetitions(dataset, {
    create: [{ command: { ...card, datasetId: "d", by: "ada", price: 0, tableName: "t", fileName: "f.csv" } }],
    "publish-output": [
      {
        command: { ...card, datasetId: "d", by: "ada", tableName: "t", source: { instanceId: "i", operation: "o" } },
      },
    ],
    edit: [{ history: [datasetMade], command: { by: "ada", card: { title: "New", keywords: ["air"] } } }],
    "describe-columns": [
      {
        history: [datasetMade],
        command: { by: "ada", columns: [{ name: "a", label: "", description: "", unit: "m" }] },
      },
    ],
    "change-image": [
      { history: [datasetMade], command: { by: "ada", image: IMAGE } },
      {
        history: [datasetMade, { type: "DatasetImageChanged", data: { datasetId: "d", image: IMAGE } }],
        command: { by: "ada", image: null },
      },
    ],
    "take-access": [{ history: [datasetMade, loaded], command: { userId: "ben" } }],
    share: [{ history: [datasetMade], command: { by: "ada", userId: "ben" } }],
    "remove-access": [{ history: [datasetMade, granted], command: { by: "ben", userId: "ben" } }],
    "expire-access": [
      {
        history: [datasetMade, { ...granted, data: { ...granted.data, until: "2030-01-01T00:00:00.000Z" } }],
        command: { userId: "ben", until: "2030-01-01T00:00:00.000Z" },
      },
    ],
    "take-down": [{ history: [datasetMade], command: { reason: "Stolen." } }],
    restore: [
      {
        history: [datasetMade, { type: "DatasetTakenDown", data: { datasetId: "d", reason: "Stolen." } }],
        command: {},
      },
    ],
    delete: [
      { history: [datasetMade, granted], command: { by: "ada" } },
      { history: [datasetMade], command: { by: "ada" } },
    ],
    "request-version": [{ history: [datasetMade, loaded], command: newVersion }],
    "request-refresh": [
      {
        history: [datasetMade, sourceSet, loaded],
        command: { by: "ada", uploadId: "up", trigger: "manual", mayChangeColumns: false },
      },
    ],
    "record-fetch": [
      { history: [datasetMade, sourceSet], command: { uploadId: null, file: newVersion.file } },
      { history: [datasetMade, sourceSet, loaded, refreshRequested], command: { uploadId: "up", file: null } },
    ],
    "set-refresh-interval": [{ history: [datasetMade, sourceSet], command: { by: "ada", minutes: 60 } }],
    "restore-version": [
      {
        history: [datasetMade, loaded, loadedAs(2, "t_e")],
        command: {
          by: "ada",
          from: 1,
          table: { ...table, physical: "t_d" },
          fileName: null,
          rejected: 0,
          kept: 10,
          onlyAfter: null,
        },
      },
    ],
    "cancel-load": [{ history: [datasetMade, loaded, versionRequested], command: { by: "ada", uploadId: "up" } }],
    "retry-load": [
      {
        history: [datasetMade, { type: "DatasetLoadFailed", data: { datasetId: "d", code: "fault", facts: {} } }],
        command: { by: "ada", uploadId: null, takesColumns: false },
      },
    ],
    "record-load": [{ history: [datasetMade], command: { uploadId: null, table, rejected: 0 } }],
    "record-load-failure": [
      { history: [datasetMade], command: { uploadId: null, failure: { code: "empty", facts: {} } } },
    ],
  }),
  "data-app": repetitions(dataApp, {
    save: [{ command: savedChart }],
    delete: [
      {
        history: [{ type: "DataAppSaved", data: { ...chartOfAda, owner } }],
        command: { by: "ada" },
      },
    ],
  }),
  draft: repetitions(draft, {
    create: [{ command: { draftId: "dr", by: "ada", parentId: null, rootId: null, content } }],
    save: [
      { history: [draftMade], command: { by: "ada", content: { title: "New", definition: { hash: "h2", bytes: 3 } } } },
    ],
    publish: [{ history: [draftMade], command: { by: "ada", rootId: "c", connectorId: "c", content } }],
    discard: [{ history: [draftMade], command: { by: "ada" } }],
  }),
  instance: repetitions(instance, {
    activate: [{ command: { ...start, by: "ada" } }],
    configure: [
      {
        history: [activated],
        command: { by: "ada", consent: {}, setup },
        open: "values are in the vault, so the use case compares them (configure-instance.ts)",
      },
    ],
    migrate: [
      {
        history: [activated],
        command: { by: "ada", toConnectorId: "c2", consent: {}, setup },
        open: "the use case compares the versions (migrate-instance.ts)",
      },
    ],
    "sign-in": [
      {
        history: [activated],
        command: { by: "ada", host: "h" },
        open: "each is a sign-in of its own at the API's page, bounded by the limit of changes",
      },
    ],
    "sign-out": [{ history: [activated, signedIn], command: { by: "ada" } }],
    remove: [{ history: [activated], command: { by: "ada" } }],
    "check-consent": [{ history: [activated], command: { consent: {}, stopped: null, exposed: "start-value" } }],
    stop: [{ history: [activated, exposedBefore], command: {} }],
    remind: [
      {
        history: [activated, exposedBefore],
        command: {},
        open: "each tells the owner again, and only an admin may have that done",
      },
    ],
  }),
  post: repetitions(post, {
    create: [{ command: { postId: "p", by: "ada", content: postContent, isPublished: true } }],
    edit: [{ history: [postMade], command: { by: "ada", content: { ...postContent, html: "<p>y</p>" } } }],
    publish: [{ history: [postMade], command: { by: "ada" } }],
    unpublish: [{ history: [postMade, postShown], command: { by: "ada" } }],
    delete: [{ history: [postMade, postShown], command: { by: "ada" } }],
  }),
  "post-like": repetitions(postLike, {
    like: [{ command: { postId: "p", userId: "ben" } }],
    "remove-like": [
      {
        history: [{ type: "PostLiked", data: { postId: "p", userId: "ben" } }],
        command: { postId: "p", userId: "ben" },
      },
    ],
  }),
  quota: repetitions(quota, {
    "take-place": [{ command: { userId: "ada", kind: "dataset", itemId: "d", limit: 5, plan: "Free" } }],
    "release-place": [
      {
        history: [{ type: "PlaceTaken", data: { userId: "ada", kind: "dataset", itemId: "d" } }],
        command: { userId: "ada", kind: "dataset", itemId: "d" },
      },
    ],
  }),
  "clock-jump": repetitions(clockJumps, {
    "acknowledge-jump": [
      {
        command: {
          jump: {
            ...{ position: "9", stream: "user-ada", revision: 0, events: 3 },
            ...{ from: "2026-11-28T10:00:25.000Z", to: "2026-11-27T10:00:26.000Z" },
          },
          reason: "The time server was wrong",
        },
      },
    ],
  }),
  "log-archive": repetitions(logArchives, {
    archive: [{ command: { archive: { month: "2026-08", events: 3, sha256: "a".repeat(64) } } }],
  }),
  "read-model": repetitions(readModel, {
    "skip-event": [
      {
        command: {
          model: "users",
          event: { position: "1", stream: "user-ada", revision: 0, eventType: "UserRegistered" },
          reason: "Written by a faulty version",
          by: "ada",
        },
      },
    ],
  }),
  reservation: repetitions(reservation, {
    reserve: [{ command: { kind: "email", holder: "ada", abandonedHolder: null } }],
    release: [
      {
        history: [{ type: "NameReserved", data: { kind: "email", holder: "ada" } }],
        command: { kind: "email", holder: "ada" },
      },
    ],
  }),
  run: repetitions(run, {
    settle: [{ history: [started], command: { outcome, now: "2026-01-01T00:00:00.000Z" } }],
    cancel: [{ history: [started], command: {} }],
    abandon: [{ history: [started], command: {} }],
    "report-failures": [{ history: [started, failed], command: {} }],
  }),
  category: repetitions(categories, {
    add: [{ command: { name: "Public sector" } }],
    rename: [{ command: { name: "Finance", to: "Money" } }],
    remove: [{ command: { name: "Marketing" } }],
  }),
  user: repetitions(user, {
    register: [{ command: { userId: "ada", name: "Ada", email: "ada@example.org", verified: false } }],
    "register-again": [
      {
        history: [registered],
        command: { userId: "ada", name: "Ada", email: "ada@example.org" },
        open: "each is a sign-up with a password of its own, bounded by the limit of registrations",
      },
    ],
    verify: [{ history: [registered], command: { userId: "ada" } }],
    rename: [{ history: [registered], command: { userId: "ada", name: "Ada L." } }],
    "change-email": [{ history: [registered], command: { userId: "ada", email: "ada@example.com" } }],
    "set-password": [
      {
        history: [registered],
        command: { userId: "ada", reason: "reset" },
        open: "each needs a mailed link, bounded by the limit of mails",
      },
    ],
    "delete-account": [{ history: [registered], command: { userId: "ada" } }],
    "record-erasure": [
      { history: [registered, { type: "AccountDeleted", data: { userId: "ada" } }], command: { userId: "ada" } },
    ],
    "choose-plan": [{ history: [registered], command: { userId: "ada", plan: 2 } }],
    "grant-role": [{ history: [registered], command: { userId: "ada", role: "editor" } }],
    "remove-role": [
      {
        history: [registered, { type: "RoleGranted", data: { userId: "ada", role: "editor" } }],
        command: { userId: "ada", role: "editor" },
      },
    ],
    "remove-streaming-key": [
      {
        history: [
          registered,
          { type: "StreamingKeyReplaced", data: { userId: "ada", keyId: "k", prefix: "p", lastFour: "l" } },
        ],
        command: { userId: "ada" },
      },
    ],
    "replace-streaming-key": [
      {
        history: [registered],
        command: { userId: "ada", keyId: "k", prefix: "p", lastFour: "l" },
        open: "each makes another key, bounded by the limit of changes",
      },
    ],
  }),
};

const DOMAIN = new URL("../", import.meta.url);
const aggregates = readdirSync(DOMAIN).filter(
  (folder) => folder !== "core" && existsSync(new URL(`${folder}/decider.ts`, DOMAIN)),
);

test.each(aggregates)("the commands of %s are in this list", (folder) => {
  expect(
    Object.keys(REPETITIONS),
    `add domain/${folder} to REPETITIONS in domain/use-cases/no-effect.test.ts`,
  ).toContain(folder);
});

test("a command without a case is missed: the compiler names it", () => {
  // @ts-expect-error Property '"report-failures"' is missing.
  const left: CasesOf<RunEvent, { type: "cancel" } | { type: "report-failures" }> = { cancel: [{ command: {} }] };
  expect(Object.keys(left)).toEqual(["cancel"]);
});

const all = Object.entries(REPETITIONS).flatMap(([folder, ofFolder]) => ofFolder.map((each) => ({ folder, ...each })));
test.each(all)("$folder: $name given twice", (repetition) => repetition.test());
