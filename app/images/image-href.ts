/**
 * The address of an item's image; null: it has none. `itemId` of a connector is its root. Another image has another
 * address, so that browsers keep each for ever.
 */
export function imageHref(itemId: string, image: string | null): string | null {
  return image === null ? null : `/images/${encodeURIComponent(itemId)}/${image}`;
}
