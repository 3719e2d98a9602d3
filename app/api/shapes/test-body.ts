import { z } from "zod";

const header = z.array(z.string()).length(2);
const shownBody = z.strictObject({ text: z.string(), cut: z.boolean() });
const requestBody = z.strictObject({
  number: z.number(),
  attempt: z.number(),
  method: z.enum(["GET", "POST"]),
  url: z.string(),
  headers: z.array(header),
  body: shownBody.nullable(),
  notes: z.array(z.string()),
  response: z
    .strictObject({
      status: z.number(),
      headers: z.array(header),
      body: shownBody,
      bytes: z.number(),
      ms: z.number(),
    })
    .nullable(),
  ignored: z.boolean(),
  failure: z.string().nullable(),
});

/** A test read in the API. */
export const testReadBody = z
  .strictObject({
    ok: z.boolean(),
    error: z.string().nullable(),
    ms: z.number(),
    operations: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        status: z.enum(["success", "partial", "failed", "cut"]),
        stop: z.string(),
        stopped: z.string().describe("Why the reading ended, in words."),
        error: z.string().nullable(),
        warnings: z.array(z.string()),
        requests: z.array(requestBody),
        rounds: z.number(),
        pages: z.number(),
        columns: z.array(z.strictObject({ name: z.string(), type: z.string().nullable() })),
        rows: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
  })
  .meta({ id: "TestRead" });

/** A connection check in the API. */
export const checkBody = z.strictObject({
  ok: z.boolean(),
  message: z.string(),
  status: z.number().nullable(),
  ms: z.number(),
});

/** The options of a field in the API, or why there are none. */
export const optionsBody = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), options: z.array(z.strictObject({ value: z.string(), label: z.string() })) }),
  z.strictObject({ ok: z.literal(false), message: z.string() }),
]);
