import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The sum of all programs and files of each package, by platform and version, taken from packages whose sums are those of
 * package-lock.json. It shows that nothing was changed since; who built them is another question.
 */
export const BINARY_SUMS: Readonly<Record<string, string>> = {
  "darwin-arm64@18.4.0-beta.17": "f2ff43313b0570c8578c9bd6fb24b367bc6dc5cb226cc7ecc601a37b93ad0181",
  "darwin-x64@18.4.0-beta.17": "f2ff43313b0570c8578c9bd6fb24b367bc6dc5cb226cc7ecc601a37b93ad0181",
  "linux-arm64@18.4.0-beta.17": "d1843284036e5c690c04dde7cd18c0e92a43a9e567a7eb28da8c0597e65f1468",
  "linux-x64@18.4.0-beta.17": "1a2bcedd0d284bcf2dd9c4940503569a57a995529b8a301a1be8536ce7965314",
};

/**
 * Refuses programs that are not those of the package: changed, incomplete, or of a version that nobody has looked at.
 * `folder` has bin, lib and share. Throws a sentence.
 */
export function refuseOtherBinaries(folder: string, version: string): void {
  const wanted = BINARY_SUMS[`${process.platform}-${process.arch}@${version}`];
  if (wanted !== undefined && wanted === sumOfFiles(folder)) return;
  const why =
    wanted === undefined
      ? `is of version ${version}, which this version of Tributary does not know`
      : "is not as it was published";
  throw new Error(
    `The embedded Postgres in ${folder} ${why}. Run "npm ci", or set DATABASE_URL to a Postgres 15 or newer.`,
  );
}

/** SHA-256 (hex) over the names and contents of the files in a folder. Links are left out: they lead to files in it. */
export function sumOfFiles(folder: string): string {
  // A thousand small files: waiting for each would take longer than reading it.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const hash = createHash("sha256");
  for (const name of names) {
    const sum = createHash("sha256")
      .update(readFileSync(path.join(folder, name)))
      .digest("hex");
    hash.update(`${name}\0${sum}\n`);
  }
  return hash.digest("hex");
}
