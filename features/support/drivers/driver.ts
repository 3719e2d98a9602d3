import { type Access, browserAccess, httpAccess } from "./administration/access.ts";
import { type Addresses, browserAddresses, httpAddresses } from "./addresses.ts";
import { type AccountPage, browserAccountPage, httpAccountPage } from "./account-page.ts";
import { type Accounts, browserAccounts, httpAccounts } from "./accounts.ts";
import { type Administration, browserAdministration, httpAdministration } from "./administration/administration.ts";
import { type Authoring, browserAuthoring, httpAuthoring } from "./authoring/authoring.ts";
import { type Blog, browserBlog, httpBlog } from "./blog.ts";
import { type Catalogue, browserCatalogue, httpCatalogue } from "./catalogue.ts";
import { type Connecting, browserConnecting, httpConnecting } from "./connecting.ts";
import { type Datasets, browserDatasets, httpDatasets } from "./datasets.ts";
import { type Histories, browserHistories, httpHistories } from "./administration/histories.ts";
import { type Jobs, browserJobs, httpJobs } from "./administration/jobs.ts";
import { type Requests, browserRequests, httpRequests } from "./requests.ts";
import { type Running, browserRunning, httpRunning } from "./running.ts";
import { type Streaming, browserStreaming, httpStreaming } from "./streaming.ts";
import { type TestReadRequest, browserTrying, httpTrying } from "./authoring/trying.ts";
import { type Versions, browserVersions, httpVersions } from "./versions.ts";
import type { Product } from "#testing/product.ts";
import { pagesOf } from "../browser/pages.ts";
import type { BrowserKind } from "../browser/window.ts";
import { httpCalls } from "../http/http-calls.ts";

/**
 * What one person can do with the product, logged in or not. Each topic has a file of its own: what the actions mean, and how
 * both drivers do them, by calls of the API and with forms and pages in a browser. Ids are the product's.
 */
export type Driver = Access &
  Accounts &
  AccountPage &
  Addresses &
  Administration &
  Authoring &
  Blog &
  Catalogue &
  Connecting &
  Datasets &
  Histories &
  Jobs &
  Requests &
  Running &
  Streaming &
  TestReadRequest &
  Versions & {
    /** Ends this person's session. */
    close(): Promise<void>;
  };

/** A person whose actions are calls of the API. */
export function httpDriver(product: Product): Driver {
  const calls = httpCalls(product);
  return {
    ...httpAccess(calls),
    ...httpAccounts(calls),
    ...httpAccountPage(calls),
    ...httpAddresses(calls),
    ...httpAdministration(calls),
    ...httpAuthoring(calls),
    ...httpBlog(calls),
    ...httpCatalogue(calls),
    ...httpConnecting(calls),
    ...httpDatasets(calls),
    ...httpHistories(calls),
    ...httpJobs(calls),
    ...httpRequests(calls),
    ...httpRunning(calls),
    ...httpStreaming(calls),
    ...httpTrying(calls),
    ...httpVersions(calls),
    close: async () => undefined,
  };
}

/** A person with a browser of this kind: forms, links and texts on the pages. */
export function browserDriver(origin: string, kind: BrowserKind): Driver {
  const pages = pagesOf(origin, kind);
  return {
    ...browserAccess(pages),
    ...browserAccounts(pages),
    ...browserAccountPage(pages),
    ...browserAddresses(pages),
    ...browserAdministration(pages),
    ...browserAuthoring(pages),
    ...browserBlog(pages),
    ...browserCatalogue(pages),
    ...browserConnecting(pages),
    ...browserDatasets(pages),
    ...browserHistories(pages),
    ...browserJobs(pages),
    ...browserRequests(pages),
    ...browserRunning(pages),
    ...browserStreaming(pages),
    ...browserTrying(pages),
    ...browserVersions(pages),
    close: () => pages.leave(),
  };
}
