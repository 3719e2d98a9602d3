import type { LoaderFunctionArgs } from "@remix-run/node";

/** What search engines have no use for: calls, streams, forms behind a login, and searches without end. */
const NOT_FOR_ROBOTS = [
  "/api/",
  "/api-documentation/open",
  "/d/",
  "/account",
  "/admin",
  "/manage",
  "/outbox",
  "/run/",
  "/upload",
  "/datastore?",
];

/** GET /robots.txt. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = [
    "User-agent: *",
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${new URL("/sitemap.xml", context.platform.site.appUrl).href}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
