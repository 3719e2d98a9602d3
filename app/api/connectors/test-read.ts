import { z } from "zod";
import type { TestRead } from "#domain/use-cases/trying/test-read.ts";
import { describeStop } from "../../trying/describe-stop.ts";
import { readForTest } from "../../trying/test-calls.ts";
import { tryFields } from "../../trying/test-fields.ts";
import { testReadBody } from "../shapes/test-body.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { testAnswer } from "./test-answer.ts";

export const testRead = endpoint({
  method: "POST",
  path: "/api/connectors/test-read",
  who: "user",
  scope: "run",
  about: "connector",
  names: { connector_id: "connector", instance_id: "instance" },
  skipIdempotency: true,
  summary: "Reads the beginning of every operation; name one of dsl, connector_id and instance_id.",
  body: z.strictObject(tryFields),
  answers: {
    200: {
      body: testReadBody,
      about:
        "what was asked and answered, rows, columns, why it stopped; without a fitting consent 409 { error, consent }",
    },
  },
  run: testAnswer(readForTest, testReadShape),
});

function testReadShape({ ok, error, ms, operations }: TestRead) {
  return {
    ok,
    error,
    ms,
    operations: operations.map((each) => ({
      id: each.id,
      name: each.name,
      status: each.status,
      stop: each.stop,
      stopped: describeStop(each.stop),
      error: each.error,
      warnings: each.warnings,
      requests: each.requests,
      rounds: each.rounds,
      pages: each.pages,
      columns: each.columns,
      rows: each.rows,
    })),
  };
}
