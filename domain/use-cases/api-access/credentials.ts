import { type Auth, tokenName } from "../../connector-language/definition/definition.ts";
import type { Credentials, SignedIn } from "../../connector-language/engine/engine-ports.ts";
import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import { secretMask } from "../../connector-language/sign-in/mask.ts";
import type { Rendered, Values } from "../../connector-language/json/placeholders.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import { grantTypeOf, signInHost, type Tokens, typedTokens } from "../../connector-language/sign-in/sign-in.ts";
import { readLoginAnswer, readTokenAnswer, type TokenAnswer } from "../../connector-language/sign-in/token-answer.ts";
import {
  type Grant,
  loginRequest,
  tokenRequest,
  tokenRequestSecrets,
} from "../../connector-language/sign-in/token-request.ts";
import { type Finding, finding, mapTexts } from "../../core/findings/finding.ts";
import type { Ports } from "../ports.ts";
import type { KeptTokens, TokenStore } from "./instance-tokens.ts";

export type SignInWorld = {
  send(request: OutgoingRequest): Promise<SendResponse | SendFailure>;
  /** May reject, to stop waiting. */
  sleep(ms: number): Promise<void>;
  now(): number;
  readonly userAgent: string;
};

/**
 * `secrets`: every value that must be masked; tokens are added as they become known, before anything is sent with them.
 */
export type SignInTo = { readonly auth: Auth; readonly values: Values; readonly secrets: string[] };

type Failed = Extract<SignedIn, { ok: false }>;
type Got = { readonly ok: true; readonly tokens: KeptTokens } | Failed;

const TRIES = 3;
const ANSWER_WITHIN = 30_000;
/** How long an access token is still used after an early renewal failed. */
const RENEWAL_DELAY_MS = 30_000;

/**
 * The credentials of an auth with a sign-in. Only one caller at a time renews, across all processes; tokens are stored
 * before they are used, so that a process that dies loses at most an answer in transit. Null for an auth whose fields
 * are sent directly.
 */
export function createCredentials(world: SignInWorld, store: TokenStore, to: SignInTo): Credentials | null {
  const name: string | null = tokenName(to.auth);
  return name === null ? null : signedIn(world, store, to, name);
}

/** A sign-in, with values derived from its auth. */
type SignIn = SignInTo & {
  /** The template name of the token. */
  readonly name: string;
  readonly host: string;
  /** The tokens that the user entered. */
  readonly typed: Tokens | null;
  /** Whether it gets tokens without a person. */
  readonly byItself: boolean;
};

function signedIn(world: SignInWorld, store: TokenStore, to: SignInTo, name: string): Credentials {
  const signIn: SignIn = {
    ...to,
    name,
    host: signInHost(to.auth, to.values),
    typed: typedTokens(to.auth, to.values),
    byItself: to.auth.type === "session" || ["client_credentials", "password"].includes(grantTypeOf(to.auth)),
  };
  const held = heldTokens(world, store, signIn);
  let turn: Promise<SignedIn> | null = null;
  const values = (access: string): SignedIn => ({ ok: true, values: { [name]: access } });

  async function obtain(rejected: string | null): Promise<SignedIn> {
    const found = await held.read();
    if (held.areUsable(found, rejected)) return values(found.access);
    const got = await store.runExclusively(async (): Promise<Got> => {
      // The previous holder of the lock may have renewed them.
      const latest = await held.read();
      return held.areUsable(latest, rejected)
        ? { ok: true, tokens: latest }
        : renewed(world, signIn, held, latest, rejected);
    });
    if (got === "busy") return failed("failed", finding("sign-in-busy", { host: signIn.host }));
    if (!got.ok) return got;
    const { access } = got.tokens;
    return access === null ? failed("failed", finding("sign-in-without-token", { host: signIn.host })) : values(access);
  }

  async function inTurn(rejected: string | null): Promise<SignedIn> {
    for (;;) {
      const tokens = held.last();
      if (held.areUsable(tokens, rejected)) return values(tokens.access);
      if (turn === null) {
        turn = obtain(rejected).finally(() => (turn = null));
        return turn;
      }
      const outcome = await turn;
      if (!outcome.ok || outcome.values[name] !== rejected) return outcome;
    }
  }

  return { current: () => inTurn(null), renew: (rejected) => inTurn(rejected[name] ?? null) };
}

type HeldTokens = ReturnType<typeof heldTokens>;

/** The tokens in use: read from the store, written there when they change, and added to the secrets to mask. */
function heldTokens(world: SignInWorld, store: TokenStore, { secrets, typed, byItself }: SignIn) {
  let held: KeptTokens | null = null;
  let nextRenewalAt = 0;
  return {
    last: () => held,
    async read(): Promise<KeptTokens | null> {
      const tokens = (await store.read()) ?? (typed === null ? null : { ...typed, ended: false, since: "" });
      if (tokens !== null) learn(secrets, tokens);
      return (held = tokens);
    },
    async keep(tokens: Tokens, ended = false): Promise<KeptTokens> {
      const kept = { ...tokens, ended, since: new Date(world.now()).toISOString() };
      learn(secrets, kept);
      await written(world, store, kept);
      return (held = kept);
    },
    /** Uses the access token for a while longer, although it is due for renewal. */
    delayRenewal() {
      nextRenewalAt = world.now() + RENEWAL_DELAY_MS;
    },
    areUsable(tokens: KeptTokens | null, rejected: string | null): tokens is KeptTokens & { access: string } {
      if (tokens === null || tokens.ended || tokens.access === null || tokens.access === rejected) return false;
      const due = tokens.renewAt !== null && world.now() >= Math.max(tokens.renewAt, nextRenewalAt);
      return !due || (tokens.refresh === null && !byItself);
    },
  };
}

/** New tokens, by the refresh token or by signing in again. */
async function renewed(
  world: SignInWorld,
  signIn: SignIn,
  held: HeldTokens,
  tokens: KeptTokens | null,
  rejected: string | null,
): Promise<Got> {
  const { auth, byItself, typed, host } = signIn;
  if (tokens?.ended) return signInEnded(signIn, null);
  if (tokens !== null && tokens.refresh !== null) {
    const answer = await askForTokens(world, signIn, { type: "refresh_token", refreshToken: tokens.refresh });
    if (answer.ok) return { ok: true, tokens: await held.keep(answer.tokens) };
    if (answer.ended && !byItself) {
      await held.keep({ access: null, refresh: null, renewAt: null }, true);
      return signInEnded(signIn, answer.finding);
    }
    if (!answer.ended && tokens.access !== null && tokens.access !== rejected) {
      held.delayRenewal();
      return { ok: true, tokens };
    }
    if (!byItself || answer.passing) return notLetIn(signIn, answer);
  }
  if (byItself) {
    const answer = await (auth.type === "session"
      ? logIn(world, signIn)
      : askForTokens(world, signIn, { type: grantTypeOf(auth) === "password" ? "password" : "client_credentials" }));
    return answer.ok ? { ok: true, tokens: await held.keep(answer.tokens) } : notLetIn(signIn, answer);
  }
  if (typed !== null) return failed("auth_invalid", finding("access-token-refused", {}));
  return tokens === null ? failed("auth_missing", finding("sign-in-missing", { host })) : signInEnded(signIn, null);
}

function signInEnded({ host, typed, secrets }: SignIn, why: Finding | null): Failed {
  const code = typed === null ? "sign-in-ended" : "refresh-token-ended";
  return failed("auth_invalid", mapTexts(finding(code, { host, why }), secretMask(secrets)));
}

function notLetIn({ host, secrets }: SignIn, answer: Extract<TokenAnswer, { ok: false }>): Failed {
  const found = finding("not-let-in", { host, why: answer.finding });
  return failed(answer.passing ? "failed" : "auth_invalid", mapTexts(found, secretMask(secrets)));
}

/**
 * Sends token requests independently of the run: stopping a run must not abort the answer of one. `signal` ends pauses.
 */
export function signInWorld(
  ports: Pick<Ports, "openCalls" | "userAgent" | "time">,
  within: { readonly allowedOrigins: readonly string[]; readonly secrets: readonly string[] },
  signal?: AbortSignal,
): SignInWorld {
  const { time, userAgent } = ports;
  return {
    async send(request) {
      const calls = ports.openCalls({ ...within, signal: time.timeout(ANSWER_WITHIN), followRedirects: false });
      try {
        return await calls.send(request);
      } finally {
        calls.close();
      }
    },
    sleep: (ms) => time.sleep(ms, signal),
    now: () => time.now(),
    userAgent,
  };
}

/**
 * One token request. If a code or refresh token may be used only once, a request that may have reached the endpoint is
 * not repeated: its answer is lost, but a second use would end the whole sign-in.
 */
export async function askForTokens(world: SignInWorld, to: SignInTo, grant: Grant): Promise<TokenAnswer> {
  const used =
    grant.type === "refresh_token" ? grant.refreshToken : grant.type === "authorization_code" ? grant.code : null;
  const refresh = grant.type === "refresh_token" ? grant.refreshToken : null;
  to.secrets.push(
    ...[
      used ?? [],
      grant.type === "authorization_code" ? (grant.verifier ?? []) : [],
      tokenRequestSecrets(to.auth, to.values),
    ].flat(),
  );
  return send(
    world,
    tokenRequest(to.auth, to.values, grant, world.userAgent),
    (response, sentAt) => readTokenAnswer(response, refresh, sentAt),
    used !== null,
  );
}

function logIn(world: SignInWorld, to: SignInTo): Promise<TokenAnswer> {
  return send(
    world,
    loginRequest(to.auth, to.values, world.userAgent),
    (response, sentAt) => readLoginAnswer(to.auth, response, sentAt),
    false,
  );
}

async function send(
  world: SignInWorld,
  request: Rendered<OutgoingRequest>,
  read: (response: SendResponse, sentAt: number) => TokenAnswer,
  onceOnly: boolean,
): Promise<TokenAnswer> {
  if (!request.ok) return { ok: false, ended: false, passing: false, finding: request.finding };
  for (let number = 1; ; number += 1) {
    const sentAt = world.now();
    const response = await world.send(request.value);
    const answer: TokenAnswer = response.ok
      ? read(response, sentAt)
      : { ok: false, ended: false, passing: response.retryable, finding: response.finding };
    const again =
      !answer.ok && answer.passing && number < TRIES && (response.ok || !onceOnly || response.reason === "connect");
    if (!again) return answer;
    await world.sleep(500 * 2 ** (number - 1));
  }
}

/** A token that cannot be stored may be lost for good, so storing it is retried. */
async function written(world: SignInWorld, store: TokenStore, tokens: KeptTokens): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      return await store.write(tokens);
    } catch (error) {
      if (number === TRIES) throw error;
      await world.sleep(200 * number).catch(() => undefined);
    }
  }
}

function learn(secrets: string[], { access, refresh }: Tokens): void {
  for (const secret of [access, refresh]) if (secret !== null && !secrets.includes(secret)) secrets.push(secret);
}

function failed(code: Failed["code"], found: Finding): Failed {
  return { ok: false, code, finding: found };
}
