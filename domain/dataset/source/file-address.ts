import { isWebAddress } from "../../core/text/web-address.ts";
/** Characters. */
const MAX_ADDRESS = 4_000;

/** The address of a file: as it is fetched, and its host. */
export type FileAddress = { readonly url: string; readonly host: string };

/** Decides which addresses files may be fetched from; each call is checked again when it is made. */
export interface FileHosts {
  /** Whether the address is encrypted and public, or allowed by the operator. */
  mayFetch(url: string): boolean;
}

/** The address that somebody typed, or null if no file can be fetched from it. It may hold no user name and password. */
export function fileAddress(text: string): FileAddress | null {
  const url = isWebAddress(text.trim()) ? URL.parse(text.trim()) : null;
  if (url === null) return null;
  url.hash = "";
  return url.href.length <= MAX_ADDRESS ? { url: url.href, host: url.host } : null;
}

/** Vault names of the addresses of all datasets start with this, followed by the dataset's id and a slash. */
export const ADDRESS_SECRETS = "dataset-source/";

/** The name of an address in the vault of the dataset's owner. */
export function addressName(datasetId: string, id: string): string {
  return `${ADDRESS_SECRETS}${datasetId}/${id}`;
}
