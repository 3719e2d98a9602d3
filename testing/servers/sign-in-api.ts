import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { httpServer } from "./outbound-servers.ts";

/**
 * An API with a real OAuth 2 provider of its own (oidc-provider): PKCE is required, refresh tokens are for one use and
 * a second use ends the whole sign-in. `/items?page=` returns three pages of two rows for a valid token.
 */
export type SignInApi = Awaited<ReturnType<typeof signInApi>>;

export const CLIENT = { id: "canary-client", secret: "canary-secret-of-the-client" };
export const OWNER = { name: "canary-owner", password: "canary-password-of-the-owner" };
const PAGES = 3;

export async function signInApi(callback: () => string) {
  const seen = { tokenRequests: [] as string[], items: [] as string[], tokens: new Set<string>() };
  /**
   * What the API and its provider can be told to do: `deny` at the next sign-in, end a token before the given page,
   * refuse all.
   */
  const mood = { deny: false, endBefore: 0, refuse: false, lifetime: 3600 };
  let provider: Provider;
  const server = await httpServer((request, response) => void answer(request, response));
  const origin = `http://127.0.0.1:${server.port}`;

  function start(): void {
    provider = withoutWarnings(
      () =>
        new Provider(origin, {
          clients: [
            {
              client_id: CLIENT.id,
              client_secret: CLIENT.secret,
              redirect_uris: [callback()],
              response_types: ["code"],
              grant_types: ["authorization_code", "refresh_token", "client_credentials", "password"],
              token_endpoint_auth_method: "client_secret_post",
            },
          ],
          pkce: { required: () => true },
          scopes: ["read"],
          features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
          rotateRefreshToken: () => true,
          issueRefreshToken: () => Promise.resolve(true),
          findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
          interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
          loadExistingGrant: (ctx) => granted(ctx.oidc.session!.accountId!, ctx.oidc.client!.clientId),
          ttl: {
            AccessToken: () => mood.lifetime,
            ClientCredentials: () => mood.lifetime,
            Grant: 3600,
            Session: 3600,
            Interaction: 600,
            RefreshToken: 3600,
          },
          renderError: (ctx, out) => void (ctx.body = `${out.error}: ${String(out.error_description)}`),
          cookies: { keys: ["a key of the tests"] },
        }),
    );
    provider.registerGrantType(
      "password",
      async (ctx) => {
        const { params, client } = ctx.oidc;
        if (params?.["username"] !== OWNER.name || params["password"] !== OWNER.password) {
          ctx.status = 400;
          ctx.body = {
            error: "invalid_grant",
            error_description: `Nobody is called ${String(params?.["username"])} with ${String(params?.["password"])}`,
          };
        } else {
          const grant = await granted(OWNER.name, client.clientId);
          const token = new provider.AccessToken({
            accountId: OWNER.name,
            client: client,
            grantId: grant.jti,
            gty: "password",
            scope: "read",
          });
          ctx.body = { access_token: await token.save(), token_type: "Bearer", expires_in: String(mood.lifetime) };
        }
      },
      ["username", "password", "scope"],
    );
  }

  async function granted(accountId: string, clientId: string) {
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope("read");
    await grant.save();
    return grant;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/items") return items(request, response, Number(url.searchParams.get("page")));
    if (url.pathname.startsWith("/interaction/")) {
      const result = mood.deny
        ? { error: "access_denied", error_description: "No." }
        : { login: { accountId: OWNER.name } };
      return void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    if (url.pathname === "/token") noteTokens(request, response, seen);
    void provider.callback()(request, response);
  }

  async function items(request: IncomingMessage, response: ServerResponse, page: number): Promise<void> {
    const sent = (request.headers.authorization ?? "").replace("Bearer ", "");
    const token = (await provider.AccessToken.find(sent)) ?? (await provider.ClientCredentials.find(sent));
    if (page === mood.endBefore) {
      mood.endBefore = 0;
      await token?.destroy();
    }
    const ok =
      token !== undefined &&
      !mood.refuse &&
      page !== mood.endBefore &&
      ((await provider.AccessToken.find(sent)) ?? (await provider.ClientCredentials.find(sent))) !== undefined;
    seen.items.push(`${ok ? "ok" : "no"} ${page}`);
    const rows = page > PAGES ? [] : [{ id: page * 2 - 1 }, { id: page * 2 }];
    response
      .writeHead(ok ? 200 : 401, { "content-type": "application/json" })
      .end(JSON.stringify(ok ? rows : { message: `This token is worth nothing: ${sent}` }));
  }

  return {
    origin,
    port: server.port,
    seen,
    mood,
    /** Once the product's own URL is known. */
    start,
    close: () => server.close(),
    definition: (auth: object = {}) => ({
      protocol: "rest",
      base_url: origin,
      auth: {
        type: "oauth2",
        authorization_url: `${origin}/auth`,
        token_url: `${origin}/token`,
        scopes: ["read"],
        ...auth,
      },
      operations: [
        { id: "items", url: "/items", pagination: { strategy: "page", page_param: "page" }, primary_key: "id" },
      ],
    }),
  };
}

/** Records each token request's grant, and every token in its answer. */
function noteTokens(
  request: IncomingMessage,
  response: ServerResponse,
  seen: { tokenRequests: string[]; tokens: Set<string> },
): void {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => seen.tokenRequests.push(new URLSearchParams(body).get("grant_type") ?? ""));
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = ((...args: unknown[]) => {
    for (const match of String(args[0]).matchAll(/"(?:access|refresh)_token":"([^"]+)"/g))
      seen.tokens.add(match[1] ?? "");
    return end(...args);
  }) as ServerResponse["end"];
}

/** The provider warns about development set-ups, which a test can ignore. */
function withoutWarnings<T>(work: () => T): T {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}

/** Follows the provider's pages as a browser does, from `url` until a URL that starts with `home`. */
export async function throughProvider(url: string, home: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = url;
  for (let step = 0; step < 12; step += 1) {
    if (next.startsWith(home)) return next;
    const response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(
        `The provider stopped at ${next} with ${response.status}: ${(await response.text()).slice(0, 300)}`,
      );
    next = new URL(location, next).href;
  }
  throw new Error("The provider never came back");
}
