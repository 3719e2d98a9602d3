import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

const YEAR_SECONDS = 31_536_000;
/** Pages whose URL is a secret: it must not be sent as a referrer, not even to ourselves. */
const SECRET_ADDRESS = /^\/(?:(?:api\/users\/)?(?:reset-password|verify-email)\/|oauth\/callback$)/;

export interface SecurityHeaders {
  /** Scheme of APP_URL: only `https` gets HSTS and upgraded requests. */
  readonly https: boolean;
  /** The external contact form, the one page in a frame of ours. */
  readonly contactFormUrl?: string;
  /** With `npm run dev` Vite adds styles to the page and connects to it by WebSocket. */
  readonly development?: boolean;
}

/**
 * Headers of every answer, with helmet, and a nonce for each (`res.locals.nonce`) that scripts and style elements need.
 * `Referrer-Policy` is `same-origin` and not helmet's `no-referrer`, under which Chromium sends forms with `Origin:
 * null`. No answer is stored unless its route says otherwise, and none that sets a cookie.
 */
export function securityHeaders(options: SecurityHeaders): RequestHandler {
  const { https, contactFormUrl, development = false } = options;
  const nonce = (_req: IncomingMessage, res: ServerResponse) => `'nonce-${String((res as Response).locals["nonce"])}'`;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'", nonce],
        "script-src-attr": ["'none'"],
        "style-src": development ? ["'self'", "'unsafe-inline'"] : ["'self'", nonce],
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": ["'self'", "https:", "data:"],
        "font-src": ["'self'", "data:"],
        "connect-src": development ? ["'self'", "ws:"] : ["'self'"],
        "frame-src": contactFormUrl === undefined ? ["'none'"] : [new URL(contactFormUrl).origin],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        ...(https ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
  return (req, res, next) => {
    res.locals["nonce"] = randomBytes(16).toString("base64");
    const secretAddress = SECRET_ADDRESS.test(req.path);
    beforeHeaders(res, () => {
      if (!res.hasHeader("Cache-Control") || res.hasHeader("Set-Cookie")) res.setHeader("Cache-Control", "no-store");
    });
    protect(req, res, (error) => {
      if (secretAddress) res.setHeader("Referrer-Policy", "no-referrer");
      next(error);
    });
  };
}

/** Runs once, right before the headers are sent: the route has set its caching headers by then. */
export function beforeHeaders(res: Response, act: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = ((...args: unknown[]) => {
    if (!res.headersSent) act();
    return writeHead(...args);
  }) as Response["writeHead"];
}
