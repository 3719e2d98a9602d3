import { kind, plain } from "../finding-kind.ts";

const url = {
  "url-with-odd-characters": plain("A URL must not hold spaces, control characters or backslashes."),
  "url-begins-with-slashes": plain("A URL must not start with //."),
  "url-without-slashes": plain("A URL must start with https://, with two slashes."),
  "url-of-other-scheme": plain("A URL must use http or https."),
  "url-without-base": plain("A relative URL needs a base_url; else write it with https://."),
  "url-without-start": plain("A URL must start with http://, https:// or a base-URL field."),
  "url-with-dot-segments": plain("A URL's path must not hold . or .. segments."),
  "url-without-host": plain("A URL needs a host."),
  "url-with-user": plain("A URL must not hold a user name or password."),
  "url-port-invalid": plain("A URL's port must be a number up to 65535."),
  "url-host-open": plain(
    "A placeholder at the end of a host stands for all that follows a dot, as in https://{domain} or https://api.{domain}.",
  ),
  "url-host-not-written-out": plain("A URL's host must be written out."),
  "url-host-part-invalid": kind(
    { name: "text" },
    ({ name }) => `"${name}" must be one plain host name part (letters, digits, hyphens).`,
  ),
  "url-host-name-invalid": kind(
    { name: "text" },
    ({ name }) => `"${name}" must be a host name such as shop.example.com, without https:// and path.`,
  ),
  "url-host-invalid": plain("The URL's host is not valid."),
  "url-base-invalid": kind(
    { name: "text" },
    ({ name }) => `"${name}" must be a base URL such as https://api.example.com, without user name or query.`,
  ),
  "url-part-becomes-dots": kind({ part: "text" }, ({ part }) => `The path part "${part}" must not become "." or "..".`),
  "url-invalid": plain("The URL is not valid."),
  "url-left-host": plain("The URL left its own host."),
  "url-value-missing": kind({ name: "text" }, ({ name }) => `The URL needs a value for "${name}".`),
};

const header = {
  "header-name-invalid": kind({ name: "text" }, ({ name }) => `"${name}" is not a valid header name.`),
  "header-forbidden": kind({ name: "text" }, ({ name }) => `The header ${name} cannot be set.`),
  "header-with-control-characters": kind(
    { name: "text" },
    ({ name }) => `The header ${name} must not hold line breaks or control characters.`,
  ),
  "header-beyond-latin": kind({ name: "text" }, ({ name }) => `The header ${name} must hold only Latin-1 characters.`),
  "header-too-long": kind({ name: "text" }, ({ name }) => `The header ${name} is longer than 8 kB.`),
};

/** What is wrong with a request before it is sent. */
export const requestFindings = {
  ...url,
  ...header,
  "value-not-scalar": kind(
    { name: "text" },
    ({ name }) => `"${name}" is a list or an object and cannot be part of a text.`,
  ),
  "value-with-broken-unicode": kind({ name: "text" }, ({ name }) => `"${name}" holds broken Unicode.`),
  "query-value-missing": kind(
    { parameter: "text", name: "text" },
    ({ parameter, name }) => `The query parameter "${parameter}" needs a value for "${name}".`,
  ),
  "body-not-json": plain("The POST body is not a JSON object or list."),
  "body-needs-post": kind({ path: "text" }, ({ path }) => `"${path}" belongs into the body, which only a POST has.`),
  "body-without-object": kind({ path: "text" }, ({ path }) => `The body has no object to put "${path}" into.`),
  "next-url-after-post": plain("The API gave a next URL on another host, which a POST does not follow."),
  "origin-not-agreed": kind(
    { origin: "text" },
    ({ origin }) => `${origin} is not among the addresses that were agreed to. Nothing was sent there.`,
  ),
  "secret-not-agreed": kind(
    { origin: "text", name: "text" },
    ({ origin, name }) =>
      `The request to ${origin} would hold the private "${name}", which was not agreed to. Nothing was sent there.`,
  ),
  "own-row-not-agreed": kind(
    { origin: "text" },
    ({ origin }) =>
      `The request to ${origin} would hold the private "header row or body of your own", which was not agreed to. Nothing was sent there.`,
  ),
  "credential-missing": kind({ name: "text" }, ({ name }) => `The connection needs a value for "${name}".`),
  "user-name-with-colon": plain("A user name for basic authentication must not hold a colon."),
  "secret-in-rows": kind(
    { name: "text" },
    ({ name }) => `The private field "${name}" must not be written into the rows.`,
  ),
  "secret-in-rule": kind(
    { name: "text" },
    ({ name }) => `Rows and answers must not be compared with the private field "${name}".`,
  ),
  "secret-in-for-each": kind(
    { name: "text" },
    ({ name }) => `The private field "${name}" signs in, so for_each must not go through it.`,
  ),
  "secret-as-start": kind(
    { name: "text" },
    ({ name }) => `The private field "${name}" must not be where incremental reading starts.`,
  ),
  "secret-in-host": kind({ name: "text" }, ({ name }) => `The private field "${name}" must not be part of the host.`),
};
