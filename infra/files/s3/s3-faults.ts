import { type Fault, networkFault } from "../../engines/describe-fault.ts";
import { EngineUnavailable } from "../../engines/engine-unavailable.ts";

/** What the store says by the name of its error. */
const ANSWERED: Readonly<Record<string, Fault>> = {
  InvalidAccessKeyId: { words: "it does not accept the access key and its secret", passes: false },
  SignatureDoesNotMatch: { words: "it does not accept the access key and its secret", passes: false },
  InvalidToken: { words: "it does not accept the access key and its secret", passes: false },
  ExpiredToken: { words: "the access key has expired", passes: false },
  AccessDenied: { words: "this access key may not list, write, read and delete in the bucket", passes: false },
  AllAccessDisabled: { words: "access to the bucket is disabled", passes: false },
  NoSuchBucket: { words: "the bucket does not exist", passes: true },
  InvalidBucketName: { words: "this is no name of a bucket", passes: false },
  AuthorizationHeaderMalformed: { words: "the bucket is in another region: set region in the address", passes: false },
  PermanentRedirect: { words: "the bucket is under another address or in another region", passes: false },
  RequestTimeTooSkewed: { words: "its clock and that of this machine are too far apart", passes: true },
  QuotaExceeded: { words: "it is full", passes: true },
  XMinioStorageFull: { words: "it is full", passes: true },
  CredentialsProviderError: { words: "the address has no access key, and no other place gives one", passes: false },
};

const SPEAKS_OTHERWISE = /^(?:EPROTO|HPE_|ERR_SSL)/;
const REDIRECTED = 300;
const DENIED = 403;
const NOT_FOUND = 404;

/** Why an S3-compatible store cannot be used. */
export function describeS3Fault(error: unknown): Fault {
  return knownFault(error) ?? { words: "there is no answer", passes: true };
}

/** Whether a store says that there is no such object. */
export function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === "NoSuchKey" || (name === "NotFound" && statusOf(error) === NOT_FOUND);
}

/** An error that waiting may end, as `EngineUnavailable`; any other one as it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof EngineUnavailable) return error;
  return knownFault(error)?.passes ? new EngineUnavailable("file store", { cause: error }) : error;
}

function knownFault(error: unknown): Fault | null {
  const { name = "", code, cause } = error as { name?: string; code?: unknown; cause?: unknown };
  if (error instanceof EngineUnavailable) return knownFault(cause);
  const known = ANSWERED[name] ?? networkFault(code);
  if (known) return known;
  if (name === "TimeoutError") return { words: "there is no answer", passes: true };
  if (typeof code === "string" && SPEAKS_OTHERWISE.test(code))
    return { words: "it does not speak as the address says: tls=false is for a store without TLS", passes: false };
  const status = statusOf(error);
  if (status === undefined) return null;
  if (status === DENIED) return ANSWERED["AccessDenied"]!;
  if (status >= REDIRECTED && status < 400) return ANSWERED["PermanentRedirect"]!;
  return { words: `it answers with status ${status}`, passes: true };
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}
