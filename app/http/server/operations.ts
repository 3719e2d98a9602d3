import { sendRefusal } from "../security/refuse-request.ts";
import { refuse } from "../call-result.ts";
import { timingSafeEqual } from "node:crypto";
import type { Express, Request } from "express";

export type Readiness = {
  /** Why this process cannot do its work right now; empty if it can. */
  readonly reasons: readonly string[];
  /** Problems that do not stop its work. */
  readonly warnings?: readonly string[];
  /** Further facts for /readyz, such as the role. */
  readonly facts: Readonly<Record<string, string | number>>;
};

export type Operations = {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Absent: only loopback may read metrics. */
  readonly metricsToken: string | null;
};

/** Endpoints for a supervisor: liveness, readiness, metrics. */
export function operations(app: Express, { readiness, metrics, metricsToken }: Operations): void {
  app.get("/healthz", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  app.get("/readyz", (_req, res, next) => {
    readiness().then(({ reasons, warnings, facts }) => {
      const ready = reasons.length === 0;
      res
        .set("Cache-Control", "no-store")
        .status(ready ? 200 : 503)
        .json({
          status: ready ? "ready" : "not ready",
          ...(ready ? {} : { reasons }),
          ...(warnings?.length ? { warnings } : {}),
          ...facts,
        });
    }, next);
  });
  app.get("/metrics", (req, res, next) => {
    if (!mayRead(req, metricsToken)) return sendRefusal(res, refuse("no-such-address"));
    metrics().then(({ contentType, text }) => void res.set("Content-Type", contentType).send(text), next);
  });
}

function mayRead(req: Request, token: string | null): boolean {
  if (token === null) {
    const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip"].some((name) => req.headers[name] !== undefined);
    return !forwarded && /^(::1|127\.|::ffff:127\.)/.test(req.socket.remoteAddress ?? "");
  }
  const given = Buffer.from(/^Bearer (.+)$/.exec(req.headers.authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
