import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { useContext } from "react";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { readTheme, takeFlash } from "./cookies.server.ts";
import { JumpMenu } from "./jump/jump-menu.tsx";
import { ErrorView, errorHeading, type Fault, UNFORESEEN } from "./pages/error/error-view.tsx";
import { NOT_FOUND, NotFoundView } from "./ui/frames/not-found-view.tsx";
import { useEarlyInput } from "./ui/form/early-input.ts";
import styles from "./styles/app.css?url";
import { useFocusOnNewPage, useKeptFocus } from "./ui/frames/keep-focus.ts";
import { NonceContext } from "./ui/layout/nonce.ts";
import { SiteFooter } from "./ui/layout/site-footer.tsx";
import { SiteHeader } from "./ui/layout/header/site-header.tsx";
import { PageLoading } from "./ui/feedback/page-loading.tsx";
import { PageErrors, Toaster } from "./ui/feedback/toaster.tsx";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.ico", sizes: "16x16 32x32 48x48" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

/** A page that cannot be shown has no title of its own. */
export const meta: MetaFunction = ({ error }) => [{ title: error ? `${errorTitle(error)} | Tributary` : "Tributary" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { cookies } = context.facts;
  const { messages, clear } = await takeFlash(cookies);
  return data(
    {
      theme: await readTheme(cookies),
      viewer: context.viewer && {
        name: context.viewer.name,
        isAdmin: context.viewer.roles.includes("admin"),
        readsHistories: readsAllEvents(context.viewer.roles),
        unread: context.unreadNotices,
      },
      flash: messages,
      year: new Date().getUTCFullYear(),
      appUrl: context.platform.site.appUrl,
    },
    clear ? { headers: { "Set-Cookie": clear } } : {},
  );
}

/** The frame of every page, including error pages, which may have no root data. */
export function Layout({ children }: { children: ReactNode }) {
  useEarlyInput();
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData<typeof loader>("root");
  const theme = root?.theme ?? "system";
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {root && <PageAddress appUrl={root.appUrl} />}
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <SiteHeader viewer={root?.viewer ?? null} />
        <PageLoading />
        <main id="content" tabIndex={-1}>
          <PageErrors flash={root?.flash ?? noFlash} />
          {children}
        </main>
        <SiteFooter theme={theme} year={root?.year ?? new Date().getUTCFullYear()} />
        <JumpMenu />
        <Toaster flash={root?.flash ?? noFlash} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

const noFlash: never[] = [];

/** The one address of a page for search engines, without tabs, filters and tracking; and what link previews show. */
function PageAddress({ appUrl }: { appUrl: string }) {
  const { pathname } = useLocation();
  // Put together as text: a path that begins with two slashes would be another host.
  const href = appUrl + pathname;
  return (
    <>
      <link rel="canonical" href={href} />
      <meta property="og:url" content={href} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Tributary" />
      <meta property="og:image" content={new URL("/preview.png", appUrl).href} />
    </>
  );
}

export default function App() {
  useFocusOnNewPage();
  useKeptFocus();
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isNotFound(error)) return <NotFoundView />;
  return <ErrorView {...faultOf(error)} />;
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

function faultOf(error: unknown): Fault {
  if (!isRouteErrorResponse(error)) return { status: UNFORESEEN };
  return { status: error.status, message: typeof error.data === "string" ? error.data : undefined };
}

/** What the heading of the page says. */
function errorTitle(error: unknown): string {
  return isNotFound(error) ? NOT_FOUND : errorHeading(faultOf(error));
}
