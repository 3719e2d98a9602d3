import { expectTypeOf, test } from "vitest";
import type { ApiCall, JsonOf } from "./api-client.ts";

test("an answer has the type of its endpoint, whatever the address holds", () => {
  expectTypeOf<JsonOf<"GET", "/api/access/my?limit=1">[number]>().toEqualTypeOf<string>();
  expectTypeOf<JsonOf<"GET", `/api/assets/${string}`>["table_name"]>().toEqualTypeOf<string>();
  expectTypeOf<JsonOf<"GET", `/api/assets/${string}/data`>["total"]>().toEqualTypeOf<number>();
  expectTypeOf<JsonOf<"GET", `/api/assets/${string}/data`>["error"]>().toEqualTypeOf<string | undefined>();
});

test("fields and addresses that no endpoint has are faults of types", () => {
  const wrong = (call: ApiCall) => [
    // @ts-expect-error: no such address
    call("GET", "/api/assets/none/of/these"),
    // @ts-expect-error: no such method
    call("PATCH", "/api/users/me"),
    // @ts-expect-error: no such field
    call("POST", "/api/access/grant", { body: { datasetId: "1" } }),
  ];
  expectTypeOf(wrong).toBeFunction();
});
