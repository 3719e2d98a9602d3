/** The long names of options that have a short one. */
export const SHORT: Record<string, string> = {
  X: "request",
  H: "header",
  d: "data",
  u: "user",
  G: "get",
  b: "cookie",
  A: "user-agent",
  e: "referer",
  F: "form",
  T: "upload-file",
  I: "head",
  k: "insecure",
  x: "proxy",
  E: "cert",
  o: "output",
  w: "write-out",
  m: "max-time",
  c: "cookie-jar",
  D: "dump-header",
  K: "config",
  r: "range",
  U: "proxy-user",
  y: "speed-time",
  Y: "speed-limit",
  z: "time-cond",
  C: "continue-at",
  P: "ftp-port",
  Q: "quote",
  t: "telnet-option",
  h: "help",
};
/** Options with a value that are imported. */
export const CARRIED = new Set([
  "request",
  "header",
  "data",
  "data-ascii",
  "data-raw",
  "data-binary",
  "data-urlencode",
  "json",
  "user",
  "cookie",
  "user-agent",
  "referer",
  "form",
  "form-string",
  "url",
  "url-query",
  "oauth2-bearer",
  "upload-file",
]);
/** Options with a value that do not change the request. */
export const ASIDE = new Set([
  "output",
  "write-out",
  "max-time",
  "connect-timeout",
  "cookie-jar",
  "dump-header",
  "retry",
  "retry-delay",
  "retry-max-time",
  "limit-rate",
  "speed-time",
  "speed-limit",
  "stderr",
  "trace",
  "trace-ascii",
  "keepalive-time",
  "max-redirs",
  "happy-eyeballs-timeout-ms",
  "output-dir",
  "max-filesize",
  "rate",
]);
/** Options without a value that do not change the request. */
export const HARMLESS =
  /^(silent|show-error|verbose|include|location|location-trusted|fail|fail-early|fail-with-body|compressed|progress-bar|no-progress-meter|no-buffer|globoff|http[\d.]+|ipv[46]|tlsv1[.\d]*|ssl.*|remote-name|remote-header-name|no-.*|parallel|path-as-is|disable|styled-output|create-dirs|tcp-.*|raw|basic|anyauth|retry-.*|post30[123])?$/;
/** Why an option is left out. */
export type LeftOut =
  | "proxy-left-out"
  | "client-certificate-unsupported"
  | "own-authority-left-out"
  | "own-lookup-left-out"
  | "way-out-left-out"
  | "socket-left-out"
  | "option-file-not-read"
  | "range-left-out"
  | "time-condition-left-out"
  | "aws-signature-unsupported"
  | "ciphers-left-out";
/** Options with a value that would change the request, but that a connector does not support. */
export const LEFT_OUT: Record<string, LeftOut> = {
  proxy: "proxy-left-out",
  "proxy-user": "proxy-left-out",
  "proxy-header": "proxy-left-out",
  cert: "client-certificate-unsupported",
  key: "client-certificate-unsupported",
  pass: "client-certificate-unsupported",
  cacert: "own-authority-left-out",
  capath: "own-authority-left-out",
  resolve: "own-lookup-left-out",
  "connect-to": "own-lookup-left-out",
  interface: "way-out-left-out",
  "unix-socket": "socket-left-out",
  config: "option-file-not-read",
  range: "range-left-out",
  "time-cond": "time-condition-left-out",
  "aws-sigv4": "aws-signature-unsupported",
  "continue-at": "range-left-out",
  ciphers: "ciphers-left-out",
};
