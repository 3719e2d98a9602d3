import { checkAnswer } from "./openapi/check-answers.ts";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
};
export type Ask = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/**
 * Sends requests to `url` with these headers on each. An answer of the API that differs from the OpenAPI document throws.
 */
export function caller(url: string, fixed: Record<string, string>) {
  return async (method: string, target: string, { body, headers, signal }: Ask = {}): Promise<Answer> => {
    const plain =
      body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch(url + target, {
      method,
      redirect: "manual",
      headers: {
        ...fixed,
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: plain ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, json: parsed(text) };
    checkAnswer(method, target, answer);
    return answer;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
