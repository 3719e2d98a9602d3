/** Data are not as the schema of their event says, or no store can hold them. Nothing was sent; trying again does not help. */
export class EventUnfit extends Error {
  override readonly name = "EventUnfit";
}
