import { kind, plain } from "../../finding-kind.ts";

const NOT_STORED = "Its value is not stored: each user enters their own.";
const kept = (what: string) => plain(`${what} became a private field. ${NOT_STORED}`);

/** What an import of a curl command guessed, changed or left out. */
export const curlFindings = {
  "line-end-left-out": plain("What follows the curl command was left out."),
  "other-requests-left-out": plain("Only the first request was read."),
  "other-addresses-left-out": plain("Only one address was read; a connector has one operation for each."),
  "scheme-assumed": plain("It names no scheme; https was taken."),
  "head-became-get": plain("HEAD brings no rows; the operation uses GET."),
  "upload-left-out": plain("A connector reads; nothing is uploaded."),
  "certificates-checked": plain("TLS certificates are always checked."),
  "option-unknown": plain("This option is not known and was left out."),
  "proxy-left-out": plain("Requests go straight to the host, without a proxy."),
  "client-certificate-unsupported": plain("Client certificates are not supported."),
  "own-authority-left-out": plain("Only publicly trusted certificates are accepted."),
  "own-lookup-left-out": plain("Host names are looked up in the public DNS."),
  "way-out-left-out": plain("The way out is the server's own."),
  "socket-left-out": plain("Only http and https addresses are called."),
  "option-file-not-read": plain("The file that it names was not read."),
  "range-left-out": plain("Parts of an answer cannot be asked for."),
  "time-condition-left-out": plain("The time condition was left out."),
  "aws-signature-unsupported": plain("Signing by AWS Signature 4 is not supported."),
  "ciphers-left-out": plain("The server chooses the ciphers."),
  "cookie-file-not-read": plain("The cookie file was not read."),
  "header-file-not-read": plain("The file of headers was not read."),
  "sent-file-not-read": plain("The file that it sends was not read."),
  "token-became-field": kept("The token"),
  "key-became-field": kept("The key"),
  "user-became-fields": kept("User name and password"),
  "secret-became-field": kind(
    { key: "text" },
    ({ key }) => `It looks like a secret and became the private field "${key}". ${NOT_STORED}`,
  ),
  "name-became-field": kind({ name: "text", key: "text" }, ({ name, key }) => `"${name}" became the field "${key}".`),
  "signing-unsupported": kind(
    { scheme: "text" },
    ({ scheme }) => `Signing by ${scheme} is not supported. The header was left out.`,
  ),
  "header-name-unusable": plain("A header of this name cannot be set."),
  "sent-body-not-json": plain("It is not valid JSON and was left out."),
  "sent-body-too-deep": plain("It nests too deep and was left out."),
  "body-key-unusable": kind({ key: "text" }, ({ key }) => `The key "${key}" is not possible in a body.`),
};
