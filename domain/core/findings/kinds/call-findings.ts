import { counted } from "../../text/counted.ts";
import { kind, plain } from "../finding-kind.ts";

const seconds = (ms: number): string => counted(Math.round(ms / 100) / 10, "second");
const megabytes = (bytes: number): string => (bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${bytes} bytes`);
const ofHost = (say: (host: string) => string) => kind({ host: "text" }, ({ host }) => say(host));
const notSecure = (why: string) => ofHost((host) => `A secure connection to ${host} could not be made: ${why}.`);
const notUnpacked = (why: string) => ofHost((host) => `The answer of ${host} could not be unpacked: ${why}.`);

const connections = {
  "calls-off": plain("This server calls no other server now (RUNS=off), as it is a copy or is being looked after."),
  "host-unreachable": ofHost(
    (host) => `The host ${host} could not be reached. It must be a public internet address that accepts connections.`,
  ),
  "host-unknown": ofHost((host) => `The host ${host} could not be found. Check the address or this server's network.`),
  "certificate-expired": notSecure("its certificate has expired"),
  "certificate-not-valid-yet": notSecure("its certificate is not valid yet"),
  "certificate-of-another-host": notSecure("its certificate belongs to another host"),
  "certificate-not-trusted": notSecure("its certificate was not issued by a known authority"),
  "tls-not-spoken": notSecure("it does not speak TLS as expected"),
  "connection-lost": ofHost((host) => `The connection to ${host} was lost before the answer was complete.`),
  "not-http": ofHost((host) => `The host ${host} did not answer in valid HTTP.`),
  "call-stopped": plain("The call was stopped before it ended."),
  "sandbox-off": ofHost((host) => `${host} is the sandbox API of this product, and it is switched off on this server.`),
};

const slow = {
  "answer-late": kind(
    { host: "text", ms: "number" },
    ({ host, ms }) => `The host ${host} did not answer within ${seconds(ms)}.`,
  ),
  "answer-stopped": kind(
    { host: "text", ms: "number" },
    ({ host, ms }) => `The host ${host} stopped sending for ${seconds(ms)} in the middle of its answer.`,
  ),
  "answer-too-slow": kind(
    { host: "text", bytes: "number", ms: "number" },
    ({ host, bytes, ms }) => `The host ${host} sent less than ${bytes} bytes of its answer within ${seconds(ms)}.`,
  ),
  "call-too-long": kind(
    { host: "text", ms: "number" },
    ({ host, ms }) => `The call to ${host} was ended because it took longer than ${seconds(ms)}.`,
  ),
};

const large = {
  "host-answer-too-large": kind(
    { host: "text", bytes: "number" },
    ({ host, bytes }) => `The answer of ${host} is larger than ${megabytes(bytes)}.`,
  ),
  "host-answer-unpacks-too-large": kind(
    { host: "text", ratio: "number" },
    ({ host, ratio }) => `The answer of ${host} unpacks to more than ${ratio} times its size.`,
  ),
  "answer-headers-too-large": ofHost((host) => `The headers in the answer of ${host} are too large.`),
  "encoding-unsupported": notUnpacked("its content encoding is not supported"),
  "encoding-damaged": notUnpacked("it is damaged or cut off"),
  "encoding-repeated": kind(
    { host: "text", limit: "number" },
    ({ host, limit }) => `The answer of ${host} could not be unpacked: it is packed more than ${limit} times.`,
  ),
};

const redirects = {
  "too-many-redirects": kind(
    { host: "text", limit: "number" },
    ({ host, limit }) => `The host ${host} redirected more than ${limit} times.`,
  ),
  "redirect-invalid": ofHost((host) => `The host ${host} redirected to an address that is not valid.`),
  "redirect-unencrypted": ofHost((host) => `The host ${host} redirected from https to an address without encryption.`),
  "redirect-with-secret": ofHost(
    (host) => `The host ${host} redirected a request that holds a secret to another host.`,
  ),
};

const addresses = {
  "address-too-long": plain("The address is too long to be called."),
  "address-invalid": plain("The address to call is not a valid URL."),
  "address-of-other-scheme": plain("Only http and https addresses can be called."),
  "address-with-user": plain("An address must not hold a user name or password before the host."),
  "address-gone": plain("The address of the file is no longer stored."),
  "port-forbidden": kind({ port: "number" }, ({ port }) => `Port ${port} cannot be called, only 80 and 443.`),
  "address-not-public": ofHost((host) => `${host} is not a public internet address.`),
  "host-not-public": ofHost((host) => `${host} is not the name of a public internet host.`),
  "too-many-addresses": kind(
    { host: "text", limit: "number" },
    ({ host, limit }) => `The host ${host} has more than ${limit} addresses.`,
  ),
};

/** Why another server gave no whole answer. The facts name its host only: no path, query, header or body. */
export const callFindings = {
  ...connections,
  ...slow,
  ...large,
  ...redirects,
  ...addresses,
  "sent-header-name-invalid": plain("A header's name holds characters that are not allowed."),
  "sent-header-value-invalid": kind(
    { name: "text" },
    ({ name }) => `The value of the header ${name} holds characters that are not allowed.`,
  ),
  "sent-headers-too-large": kind({ bytes: "number" }, ({ bytes }) => `The headers are larger than ${bytes} bytes.`),
};
