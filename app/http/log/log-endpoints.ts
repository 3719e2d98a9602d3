import { z } from "zod";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { NO_PARAMETERS } from "../json-api/query.ts";

/**
 * The endpoints of the transparency log, in the formats of C2SP (tlog-tiles, tlog-checkpoint, tlog-witness, tlog-proof).
 * Express answers them (log-routes.ts).
 */
const PLAIN = ["text/plain"] as const;
const BYTES = ["application/octet-stream"] as const;

export const checkpointEndpoint = {
  method: "GET",
  path: "/log/checkpoint",
  who: "anyone",
  limitedKeys: "all",
  summary: "The signed log checkpoint: how many events the log has, and the root of the tree over them.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: PLAIN, about: "a signed note (tlog-checkpoint), with the signatures of witnesses" } },
} as const satisfies EndpointFacts;

export const logKeysEndpoint = {
  method: "GET",
  path: "/log/keys",
  who: "anyone",
  limitedKeys: "all",
  summary: "The verifier keys of this server: of its log, and of its signatures as a witness.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: PLAIN, about: "one key a line: what it is for, and the key; retired ones come last" } },
} as const satisfies EndpointFacts;

export const tileEndpoint = {
  method: "GET",
  path: "/log/tile/{level}/{tile}",
  who: "anyone",
  limitedKeys: "all",
  summary: "A tile of the tree over the log: up to 256 hashes. tile is like x001/234, or 234.p/17 for a partial one.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: BYTES, about: "the hashes, 32 bytes each (tlog-tiles)" } },
} as const satisfies EndpointFacts;

export const entriesEndpoint = {
  method: "GET",
  path: "/log/tile/entries/{tile}",
  who: "user",
  summary: "The events under a tile of leaves, for auditors and admins.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: BYTES, about: "each entry after its length in two bytes (tlog-tiles)" } },
} as const satisfies EndpointFacts;

export const proofEndpoint = {
  method: "GET",
  path: "/api/history/{stream}/{revision}/proof",
  who: "user",
  summary:
    "The proof that an event is in the log, for who may see the event: what one did, what is about one, and what happened to what one owns. Auditors and admins see all.",
  query: NO_PARAMETERS,
  body: null,
  answers: {
    200: { types: PLAIN, about: "a file (tlog-proof) with the event; verify.mjs checks it without the server" },
  },
} as const satisfies EndpointFacts;

export const addCheckpointEndpoint = {
  method: "POST",
  path: "/log/witness/add-checkpoint",
  who: "anyone",
  scope: "session",
  summary: "Has this server cosign a log checkpoint of a log in WITNESSED_LOGS (tlog-witness).",
  query: NO_PARAMETERS,
  types: PLAIN,
  // A checkpoint, its signatures and 63 hashes.
  bodyBytes: 64_000,
  body: z.strictObject({}),
  answers: {
    200: { types: PLAIN, about: "the signature line" },
    409: { types: ["text/x.tlog.size"], about: "the size that this server cosigned last, if old is another one" },
  },
} as const satisfies EndpointFacts;

export const cosignedEndpoint = {
  method: "GET",
  path: "/log/witness/{originHash}/checkpoint",
  who: "anyone",
  limitedKeys: "all",
  summary: "The log checkpoint of another log that this server cosigned last, by the SHA-256 of its origin in hex.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: PLAIN, about: "the signed note with the signature of this server" } },
} as const satisfies EndpointFacts;

export const logEndpoints = {
  checkpointEndpoint,
  logKeysEndpoint,
  tileEndpoint,
  entriesEndpoint,
  proofEndpoint,
  addCheckpointEndpoint,
  cosignedEndpoint,
};
