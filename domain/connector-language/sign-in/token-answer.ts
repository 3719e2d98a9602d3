import { type Finding, finding } from "../../core/findings/finding.ts";
import type { Auth } from "../definition/definition.ts";
import type { SendResponse } from "../response/send-response.ts";
import { isJsonObject, parseJson, scalarText } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import { headerOf } from "../request/request.ts";
import { messageOf, oneLine } from "../response/response-actions.ts";
import { renewalTime } from "./sign-in.ts";
import type { Tokens } from "./sign-in.ts";

/**
 * Tokens, or why there are none. `ended`: the refresh token is no longer valid. `passing`: the same request may succeed
 * later. The finding may repeat what was sent; mask it before it is shown.
 */
export type TokenAnswer =
  { ok: true; tokens: Tokens } | { ok: false; ended: boolean; passing: boolean; finding: Finding };

/** Reads the response of a token endpoint. Without a new refresh token the current one stays. */
export function readTokenAnswer(response: SendResponse, refreshInUse: string | null, now: number): TokenAnswer {
  const { json, text } = bodyOf(response);
  const error = scalarText(valueAt(json, "error"));
  const access = textAt(json, "access_token");
  if (response.status >= 200 && response.status < 300 && access !== null) {
    return {
      ok: true,
      tokens: {
        access,
        refresh: textAt(json, "refresh_token") ?? refreshInUse,
        renewAt: renewAt(valueAt(json, "expires_in"), now),
      },
    };
  }
  const passing = response.status === 408 || response.status === 429 || response.status >= 500;
  const ended = !passing && (error === "invalid_grant" || error === "bad_refresh_token");
  return { ok: false, ended, passing, finding: refusal(response.status, json, text) };
}

/** Reads the response of a session's login. */
export function readLoginAnswer(auth: Auth, response: SendResponse, now: number): TokenAnswer {
  const { json, text } = bodyOf(response);
  const fail = (found: Finding, passing = false): TokenAnswer => ({ ok: false, ended: false, passing, finding: found });
  if (response.status < 200 || response.status >= 300) {
    return fail(
      refusal(response.status, json, text),
      response.status === 408 || response.status === 429 || response.status >= 500,
    );
  }
  const { token_path = "token", expires_in_path } = auth.written;
  const found = readPath(json, token_path);
  const token = found.found ? scalarText(found.value) : null;
  if (token === null || token === "") return fail(finding("token-missing-at", { path: pathText(token_path) }));
  return {
    ok: true,
    tokens: {
      access: token,
      refresh: null,
      renewAt: expires_in_path === undefined ? null : renewAt(valueAt(json, expires_in_path), now),
    },
  };
}

/** Some token endpoints answer with a form instead of JSON. */
function bodyOf(response: SendResponse): { json: Json; text: string } {
  const text = new TextDecoder().decode(response.body.subarray(0, 1_000_000));
  const parsed = parseJson(text);
  if (parsed.ok) return { json: parsed.value, text };
  const isForm = /x-www-form-urlencoded/i.test(headerOf(response.headers, "content-type") ?? "");
  return { json: isForm ? Object.fromEntries(new URLSearchParams(text)) : null, text };
}

function textAt(json: Json, key: string): string | null {
  const text = scalarText(valueAt(json, key));
  return text === "" ? null : text;
}

/** Seconds as a number or a text. Missing, zero and negative mean no expiry. */
function renewAt(value: Json, now: number): number | null {
  const seconds = Number(scalarText(value) ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? renewalTime(seconds, now) : null;
}

function refusal(status: number, json: Json, text: string): Finding {
  const code = scalarText(valueAt(json, "error"));
  const description = scalarText(valueAt(json, "error_description"));
  if (code !== null && description !== null)
    return finding("token-refused", { description: oneLine(description), error: oneLine(code) });
  if (status >= 200 && status < 300 && code === null && !isJsonObject(json)) return finding("token-missing", {});
  return finding("token-answered", { status, said: messageOf({ json: json ?? undefined, text }) });
}
