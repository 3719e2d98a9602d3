/** A value that JSON can carry. Integers beyond 2^53 travel as strings or bigint-aware text, never as rounded numbers. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };
