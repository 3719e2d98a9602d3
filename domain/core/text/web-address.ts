import { lineFault } from "./lines.ts";

/**
 * Whether a text is an address that everybody may see: whole, of one of these protocols, without a user name or password.
 */
export function isWebAddress(text: string, protocols: readonly ("https:" | "http:")[] = ["https:", "http:"]): boolean {
  // A parser of addresses leaves out tabs and line breaks.
  const url = lineFault(text) === null ? URL.parse(text) : null;
  return (
    url !== null &&
    protocols.some((each) => each === url.protocol) &&
    url.hostname !== "" &&
    url.username === "" &&
    url.password === ""
  );
}
