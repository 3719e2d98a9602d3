import type { Express, RequestHandler } from "express";

/**
 * Trusts `hops` proxies in front of us and no more: the address seen by the outermost is the client's
 * (`res.locals.clientAddress`, IPv4 without the `::ffff:` of a mapped address). With 0 hops forwarding headers are
 * ignored, and `onIgnored` is called at the first one: behind a proxy all visitors then look like one, and share its
 * limits. Forwarded hosts are always ignored: the public address is APP_URL.
 */
export function clientAddress(app: Express, hops: number, onIgnored: () => void = () => undefined): RequestHandler {
  app.set("trust proxy", hops);
  let told = false;
  return (req, res, next) => {
    const forwarded = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded"].some(
      (name) => req.headers[name] !== undefined,
    );
    res.locals["forwarded"] = forwarded;
    if (forwarded && hops === 0 && !told) {
      told = true;
      onIgnored();
    }
    delete req.headers["x-forwarded-host"];
    res.locals["clientAddress"] = (req.ip ?? req.socket.remoteAddress ?? "").replace(
      /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i,
      "",
    );
    next();
  };
}
