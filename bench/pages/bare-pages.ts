import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import { createReadableStreamFromReadable, type EntryContext, type ServerBuild } from "@remix-run/node";
import { Links, Meta, Outlet, RemixServer, Scripts, ScrollRestoration, useLoaderData } from "@remix-run/react";
import express from "express";
import { createElement as h } from "react";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";

/**
 * A bare Remix application in a process of its own, started by fork: `/?items=<n>` is a list of so many items with
 * title and text, as loader data and as HTML. Sends its port to its parent and ends with it; answers each
 * message with the processor time used so far, in microseconds.
 */
const root = {
  default: () =>
    h(
      "html",
      { lang: "en" },
      h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links)),
      h("body", null, h(Outlet), h(ScrollRestoration), h(Scripts)),
    ),
};

type Item = { readonly id: number; readonly title: string; readonly text: string };

const page = {
  meta: () => [{ title: "Items" }],
  loader: ({ request }: { request: Request }) =>
    Array.from({ length: Number(new URL(request.url).searchParams.get("items") ?? 0) }, (_, index) => itemOf(index)),
  default: function Page() {
    return h(
      "main",
      null,
      h("h1", null, "Items"),
      h(
        "ol",
        null,
        useLoaderData<readonly Item[]>().map(({ id, title, text }) =>
          h("li", { key: id }, h("h3", null, h("a", { href: `/items/${id}` }, title)), h("p", null, text)),
        ),
      ),
    );
  },
};

function itemOf(id: number): Item {
  const text = `What item ${id} is about, in one sentence that is about as long as the description of a dataset. `;
  return { id, title: `Item ${id} of the list`, text: text.repeat(2) };
}

function render(_request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(h(RemixServer, { context, url: "http://localhost/" }), {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html; charset=utf-8");
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
    });
  });
}

const file = {
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
};
const build = {
  entry: { module: { default: render } },
  routes: {
    root: { id: "root", path: "", module: root },
    page: { id: "page", parentId: "root", index: true, module: page },
  },
  assets: {
    entry: { module: "/assets/entry.js", imports: ["/assets/shared.js"] },
    routes: {
      root: { ...file, id: "root", path: "", hasLoader: false, module: "/assets/root.js" },
      page: { ...file, id: "page", parentId: "root", index: true, module: "/assets/page.js" },
    },
    url: "/assets/manifest.js",
    version: "bare",
  },
  publicPath: "/",
  assetsBuildDirectory: "",
  isSpaMode: false,
  mode: "production",
  future: { v3_singleFetch: true, v3_relativeSplatPath: true, v3_lazyRouteDiscovery: true },
} as unknown as ServerBuild;

const app = express();
const answer = createRequestHandler({ build, mode: "production" });
app.all("*", (req, res, next) => void answer(req, res, next));
const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.once("disconnect", () => process.exit(0));
