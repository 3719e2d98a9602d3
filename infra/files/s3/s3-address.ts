export const S3_EXAMPLE = "s3://key:secret@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1";

/** Where an S3-compatible store is, and as whom it is used. */
export type S3Address = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins the name of each object; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Whether the bucket is in the path of an address; otherwise it is in its host. */
  readonly isInPath: boolean;
  /** Null: as the AWS SDK finds them, in variables of its own or by the role of this machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/**
 * Reads `s3://key:secret@host:port/bucket/prefix?region=…&tls=false&style=host`. Prefix, parameters and the key with its
 * secret may be left out. Null: it is not such an address.
 */
export function parseS3Address(text: string): S3Address | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const [bucket = "", ...folders] = url.pathname
    .slice(1)
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  const { region = "us-east-1", tls = "true", style, ...others } = Object.fromEntries(url.searchParams);
  const isValid =
    url.protocol === "s3:" &&
    url.host !== "" &&
    bucket !== "" &&
    (accessKeyId === "") === (secretAccessKey === "") &&
    ["true", "false"].includes(tls) &&
    [undefined, "path", "host"].includes(style) &&
    Object.keys(others).length === 0 &&
    url.hash === "";
  if (!isValid) return null;
  return {
    endpoint: `${tls === "true" ? "https" : "http"}://${url.host}`,
    region,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    // A certificate of AWS is for one name before its own: a bucket with a dot needs the path.
    isInPath: style === undefined ? !url.hostname.endsWith(".amazonaws.com") || bucket.includes(".") : style === "path",
    credentials: accessKeyId === "" ? null : { accessKeyId, secretAccessKey },
  };
}

/** Host and bucket of an address, without key and secret. */
export function describeS3Place(text: string): string {
  const address = parseS3Address(text);
  return address ? `${new URL(address.endpoint).host}, bucket ${address.bucket}` : "its address";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
