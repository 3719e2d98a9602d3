import type { RateLimitName } from "#domain/core/ports/rate-limits.ts";
import { z } from "zod";
import { Secret } from "#domain/core/text/secret.ts";
import { KEY_TYPES, parseVerifierKey, type VerifierKey } from "#domain/transparency/notes/signed-note.ts";
import type { Witness } from "#domain/transparency/ports.ts";
import { parseS3Address, S3_EXAMPLE } from "../files/s3/s3-address.ts";
import { logCrypto } from "../transparency/log-crypto.ts";

const DURATIONS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const SIZES: Readonly<Record<string, number>> = { "": 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** How often something may happen: `points` times within `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

export const RATE_LIMITS = {
  /** Logins by account and client address together. */
  login: { points: 10, seconds: 900 },
  /** Failed logins by client address. */
  "login-address": { points: 100, seconds: 3_600 },
  /** Registrations by client address. */
  register: { points: 30, seconds: 3_600 },
  /** Password resets and repeated verification mails, by account. */
  forgot: { points: 3, seconds: 3_600 },
  /** The same by client address. */
  "forgot-address": { points: 60, seconds: 3_600 },
  /** Mailed links that do not work, by client address. */
  link: { points: 60, seconds: 3_600 },
  /** Mails that other people can cause, by receiving address. */
  mail: { points: 5, seconds: 3_600 },
  /** Messages from the contact page, by client address. */
  contact: { points: 5, seconds: 3_600 },
  /** Messages from the contact page, in total: each goes to every admin. */
  "contact-all": { points: 60, seconds: 3_600 },
  /** Connector runs by user. */
  run: { points: 60, seconds: 3_600 },
  /** Descriptions of APIs read for an import, by user. */
  import: { points: 60, seconds: 3_600 },
  /** Test reads, connection checks and look-ups of options by user. */
  try: { points: 60, seconds: 3_600 },
  /** Tables shared with an address, by user: each shows whether the address has an account, and sends a mail to it. */
  share: { points: 60, seconds: 3_600 },
  /** Requests for access to datasets, by user: each sends a mail to an owner. */
  ask: { points: 20, seconds: 3_600 },
  /** Drafts saved, by user: each save may store a new text of 1 MB. */
  save: { points: 600, seconds: 3_600 },
  /** Requests that change something, by user: each may add to the log. */
  change: { points: 3_000, seconds: 3_600 },
  /** Calls with a wrong API key, by client address. */
  key: { points: 600, seconds: 3_600 },
} as const satisfies Record<RateLimitName, RateLimit>;

export type RateLimitFigures = { readonly [Name in RateLimitName]: RateLimit };

/** A private address that connectors may call nevertheless. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export const wholeNumber = (from: number, to: number) => {
  const sentence = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, sentence)
    .transform(Number)
    .refine((value) => value >= from && value <= to, sentence);
};

/** A part of the whole, as a number from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/, "must be a number from 0 to 1")
  .transform(Number);

/** A number of bytes: `1048576`, `64MB`, `10GB`. */
export const byteSize = z.string().transform((text, ctx) => {
  const [, digits, unit] = /^(\d{1,12})\s*(KB|MB|GB)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (SIZES[(unit ?? "").toUpperCase()] ?? 0);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  ctx.addIssue({ code: "custom", message: 'must be a size such as "500MB" or "10GB"' });
  return z.NEVER;
});

export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` });

/** A URL with one of these schemes; it may hold a password, so it is a secret. */
export const secretAddress = (example: string, ...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => schemes.includes(parseUrl(text)?.protocol.slice(0, -1) ?? ""),
      `must be an address like ${example}`,
    )
    .transform((text) => new Secret(text));

/** Address of an S3-compatible store. */
export const filesAddress = z
  .string()
  .refine(
    (text) => parseS3Address(text) !== null,
    `must be an address like ${S3_EXAMPLE}, with / + and % of the secret written as %2F %2B and %25; parameters are region, tls=false and style=path or host`,
  )
  .transform((text) => new Secret(text));

/** Origin of the public URL: scheme, host and port, without a path. */
export const origin = z.string().transform((text, ctx) => {
  const url = parseUrl(text);
  const bare =
    url !== undefined && ["http:", "https:"].includes(url.protocol) && url.pathname === "/" && !/[?#@]/.test(text);
  if (bare) return url.origin;
  ctx.addIssue({
    code: "custom",
    message: "must be an http or https address without a path, such as https://data.example.org",
  });
  return z.NEVER;
});

export const webPage = z
  .string()
  .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ""), "must be an http or https address");

/** Comma-separated secrets, newest first; each long enough to derive keys from. */
export const secretList = z.string().transform((text, ctx) => {
  const [first, ...rest] = splitList(text).map((part) => new Secret(part));
  const all = first === undefined ? [] : [first, ...rest];
  if (first !== undefined && all.every((secret) => secret.reveal().length >= 32)) return [first, ...rest] as const;
  ctx.addIssue({ code: "custom", message: "must have 32 or more characters in each of its comma-separated secrets" });
  return z.NEVER;
});

export const token = z
  .string()
  .min(16, "must have 16 or more characters")
  .transform((text) => new Secret(text));

export const emails = z
  .string()
  .transform((text) => splitList(text).map((address) => address.toLowerCase()))
  .refine(
    (list) => list.every((address) => z.email().safeParse(address).success),
    "must be e-mail addresses separated by commas",
  );

export const hostPorts = z.string().transform((text, ctx): readonly HostPort[] => {
  const parsed = splitList(text).map((entry) => {
    const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+):(\d{1,5})$/i.exec(entry) ?? [];
    return { host: (host ?? "").toLowerCase().replace(/^\[|\]$/g, ""), port: Number(port) };
  });
  if (parsed.every(({ host, port }) => host !== "" && port >= 1 && port <= 65_535)) return parsed;
  ctx.addIssue({
    code: "custom",
    message: 'must be host:port pairs separated by commas, such as "10.0.0.5:8080,[fd00::5]:8080"',
  });
  return z.NEVER;
});

/** `login=10/15m,register=30/1h`: these replace the defaults of the same names. */
export const rateLimits = z.string().transform((text, ctx): RateLimitFigures => {
  const changed: Record<string, RateLimit> = {};
  for (const entry of splitList(text)) {
    const [, name, points, count, unit] = /^([a-z-]+)=(\d{1,9})\/(\d{1,5})([smhd])$/.exec(entry) ?? [];
    if (name === undefined || !Object.hasOwn(RATE_LIMITS, name) || Number(points) < 1 || Number(count) < 1) {
      const names = Object.keys(RATE_LIMITS).join(", ");
      ctx.addIssue({
        code: "custom",
        message: `must be written like "login=10/15m,register=30/1h", with names out of ${names}`,
      });
      return z.NEVER;
    }
    changed[name] = { points: Number(points), seconds: Number(count) * (DURATIONS[unit ?? ""] ?? 1) };
  }
  return { ...RATE_LIMITS, ...changed };
});

const readVerifierKey = (text: string, type: number) => {
  const key = parseVerifierKey(logCrypto.sha256, text);
  return key?.type === type ? key : null;
};

/** `<verifier key> <address>` of servers that cosign, separated by commas. */
export const witnessList = z.string().transform((text, ctx): readonly Witness[] => {
  const parsed = splitList(text).map((entry) => {
    const [vkey = "", url = "", ...more] = entry.split(/\s+/);
    return { key: readVerifierKey(vkey, KEY_TYPES.witness), url: more.length > 0 ? undefined : parseUrl(url) };
  });
  const witnesses = parsed.flatMap(({ key, url }) =>
    key && url && /^https?:$/.test(url.protocol) ? [{ key, url: url.href.replace(/\/$/, "") }] : [],
  );
  if (witnesses.length === parsed.length) return witnesses;
  ctx.addIssue({
    code: "custom",
    message:
      'must be verifier keys of witnesses, each with its address, such as "<key> https://witness.example.org/log/witness"',
  });
  return z.NEVER;
});

/** Verifier keys of logs, separated by commas. */
export const logKeyList = z.string().transform((text, ctx): readonly VerifierKey[] => {
  const keys = splitList(text).map((vkey) => readVerifierKey(vkey, KEY_TYPES.log));
  const valid = keys.filter((key) => key !== null);
  if (valid.length === keys.length) return valid;
  ctx.addIssue({ code: "custom", message: "must be verifier keys of logs, as they show them under /log/keys" });
  return z.NEVER;
});

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
