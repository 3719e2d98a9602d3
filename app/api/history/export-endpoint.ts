import { z } from "zod";
import { HISTORY_FORMATS } from "../../history/history-file.ts";
import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { historyEventBody } from "../shapes/history-shape.ts";
import { historyFilter } from "./history-query.ts";

/** Express answers it (export-route.ts): the file is made while it is sent. */
export const exportHistoryEndpoint = {
  method: "GET",
  path: "/api/history/{kind}/{id}/export",
  who: "user",
  summary: "The whole history as one file, with the hash of each event and the address of its proof.",
  query: z.strictObject({
    format: z.enum(HISTORY_FORMATS).prefault("json").describe("In CSV, cells that spreadsheets run begin with '."),
    ...historyFilter,
  }),
  body: null,
  answers: { 200: { body: z.array(historyEventBody), also: ["text/csv"], about: "the events, the latest first" } },
} as const satisfies EndpointFacts;
