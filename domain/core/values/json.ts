/** A JSON value. Integers beyond 2^53 are strings or exact texts, never rounded numbers. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };
