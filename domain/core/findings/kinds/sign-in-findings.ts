import { type Finding, kind, plain, withoutStop } from "../finding-kind.ts";
import { NO_REASON } from "./answer-findings.ts";

const ended = (host: string, why: Finding | null, say: (finding: Finding) => string, then: string) =>
  `The sign-in to ${host} has ended${why === null ? "" : `: ${withoutStop(say(why))}`}. ${then}`;

/** Why there are no credentials of an API sign-in. */
export const signInFindings = {
  "login-unnamed": plain("The connector's definition names no login request."),
  "sign-in-url-unnamed": kind({ key: "text" }, ({ key }) => `The connector's definition names no ${key}.`),
  "sign-in-parameter-twice": kind(
    { key: "text", name: "text" },
    ({ key, name }) => `The definition's ${key} must not set "${name}" by itself.`,
  ),
  "sign-in-busy": kind({ host: "text" }, ({ host }) => `Signing in to ${host} takes too long elsewhere. Run it again.`),
  "sign-in-without-token": kind({ host: "text" }, ({ host }) => `${host} gave no token.`),
  "sign-in-missing": kind({ host: "text" }, ({ host }) => `Sign in to ${host} first.`),
  "access-token-refused": plain("The API refuses the access token. Enter a new one."),
  "sign-in-ended": kind({ host: "text", why: "finding?" }, ({ host, why }, say) =>
    ended(host, why, say, "Sign in again."),
  ),
  "refresh-token-ended": kind({ host: "text", why: "finding?" }, ({ host, why }, say) =>
    ended(host, why, say, "Enter a new refresh token."),
  ),
  "not-let-in": kind(
    { host: "text", why: "finding" },
    ({ host, why }, say) => `${host} did not let this connection in: ${say(why)}`,
  ),
  "token-refused": kind(
    { description: "text", error: "text" },
    ({ description, error }) => `${description} (${error})`,
  ),
  "token-answered": kind(
    { status: "number", said: "text?" },
    ({ status, said }) => `it answered ${status}: ${said ?? NO_REASON}`,
  ),
  "token-missing": plain("its answer holds no token."),
  "token-missing-at": kind({ path: "text" }, ({ path }) => `its answer has no token at "${path}".`),
};
