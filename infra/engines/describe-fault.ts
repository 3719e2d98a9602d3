import pg from "pg";
import { isEventStoreDbDenied, isEventStoreDbUnavailable } from "../event-store/eventstoredb/eventstoredb-errors.ts";

/** Why an engine cannot be used: our own words without user and password, and whether it may be temporary. */
export type Fault = { readonly words: string; readonly passes: boolean };

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connections are refused",
  ECONNRESET: "it broke off the connection",
  EPIPE: "it broke off the connection",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of its host cannot be looked up",
  ETIMEDOUT: "there is no answer",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ENOENT: "its socket is not there",
};

const POSTGRES: Readonly<Record<string, Fault>> = {
  "28P01": { words: "it does not accept the user and the password", passes: false },
  "28000": { words: "it does not let this user in", passes: false },
  "3D000": { words: "the database does not exist", passes: true },
  "42501": { words: "this user may not connect to the database", passes: false },
  "53300": { words: "it has no connection left", passes: true },
  "57P01": { words: "it is shutting down", passes: true },
  "57P03": { words: "it is starting up", passes: true },
  "55000": { words: "the database takes no connections", passes: true },
};

/** A pooler that gives each transaction another connection loses settings, LISTEN and session locks. */
export const NEEDS_SESSIONS =
  "a connection pooler in transaction mode is in between (as PgBouncer with pool_mode=transaction): Tributary needs a direct connection or session pooling";

export function describeDatabaseFault(error: unknown): Fault {
  if (!(error instanceof Error)) return { words: "it failed", passes: true };
  const { code } = error as NodeJS.ErrnoException;
  if (/unsupported startup parameter/.test(error.message)) {
    return {
      words:
        "a connection pooler refuses start-up parameters: connect directly, or with PgBouncer set pool_mode=session and ignore_startup_parameters",
      passes: false,
    };
  }
  if (error instanceof pg.DatabaseError)
    return POSTGRES[code ?? ""] ?? { words: `it answered with error ${code ?? "without a code"}`, passes: true };
  if (/password must be a (?:non-empty )?string/.test(error.message))
    return { words: "it asks for a password, and the address has none", passes: false };
  if (/does not support SSL/.test(error.message))
    return { words: "it does not speak TLS, which the address asks for", passes: false };
  return networkFault(code) ?? { words: "there is no answer", passes: true };
}

/** What the code of an error says about the connection; null: nothing. */
export function networkFault(code: unknown): Fault | null {
  if (typeof code !== "string") return null;
  if (/^(?:DEPTH_|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS)/.test(code))
    return { words: `its TLS certificate is not accepted (${code})`, passes: false };
  const words = NETWORK[code];
  return words === undefined ? null : { words, passes: true };
}

export function describeEventStoreFault(error: unknown): Fault {
  if (isEventStoreDbDenied(error))
    return { words: "its user may not read $all, or its password is wrong", passes: false };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = cause instanceof Error ? cause.message : "";
  if (/unauthenticated|not authenticated|invalid.?credentials/i.test(text))
    return { words: "it does not accept the user and the password", passes: false };
  const code = Object.keys(NETWORK).find((name) => text.includes(name));
  if (code !== undefined) return { words: NETWORK[code]!, passes: true };
  return { words: isEventStoreDbUnavailable(error) ? "there is no answer" : "it answers with an error", passes: true };
}

export function describeMongoFault(error: unknown): Fault {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (code === 18 || code === 8_000) return { words: "it does not accept the user and the password", passes: false };
  if (code === 13) return { words: "this user may not use the database", passes: false };
  const network = Object.keys(NETWORK).find((name) => message?.includes(name));
  return { words: network === undefined ? "there is no answer" : NETWORK[network]!, passes: true };
}
