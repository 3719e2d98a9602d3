import { sendRefusal } from "../security/refuse-request.ts";
import { refuse } from "../call-result.ts";
import { timingSafeEqual } from "node:crypto";
import type { Express } from "express";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";

export type Readiness = {
  /** Why this process cannot do its work right now; empty if it can. */
  readonly reasons: readonly string[];
  /** Problems that do not stop its work. */
  readonly warnings?: readonly string[];
  /** Further facts for /readyz, such as the role. */
  readonly facts: Readonly<Record<string, string | number | object>>;
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
  app.get("/metrics", (_req, res, next) => {
    if (!mayRead(factsOf(res), metricsToken)) return sendRefusal(res, refuse("no-such-address"));
    metrics().then(({ contentType, text }) => void res.set("Content-Type", contentType).send(text), next);
  });
}

function mayRead({ isLocal, authorization, fault }: RequestFacts, token: string | null): boolean {
  if (token === null) return isLocal;
  if (fault !== null || authorization?.scheme !== "bearer") return false;
  const given = Buffer.from(authorization.key ?? "");
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
