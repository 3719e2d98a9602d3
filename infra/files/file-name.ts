/** The parts of a stored file's name. Throws if one of them could lead out of the store. */
export function partsOfName(name: string): string[] {
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\0")))
    throw new Error(`This is no name of a stored file: ${JSON.stringify(name)}`);
  return parts;
}
