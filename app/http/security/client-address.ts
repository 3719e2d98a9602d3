import type { Express, RequestHandler } from "express";

/**
 * Believes `hops` proxies in front of us and no more: the address that the outermost of them saw is the client's
 * (`res.locals.clientAddress`, IPv4 without the `::ffff:` of a mapped address). With 0 hops forwarding headers count for
 * nothing. Forwarded hosts never count: the public address is APP_URL.
 */
export function clientAddress(app: Express, hops: number): RequestHandler {
  app.set("trust proxy", hops);
  return (req, res, next) => {
    res.locals["forwarded"] = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded"].some((name) => req.headers[name] !== undefined);
    delete req.headers["x-forwarded-host"];
    res.locals["clientAddress"] = (req.ip ?? req.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
    next();
  };
}
