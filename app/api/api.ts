import { answerEndpoints } from "../http/json-api/answer-endpoints.ts";
import { endpoints } from "./endpoints.ts";

/** Answers every path below /api, from the table in endpoints.ts. */
export const api = answerEndpoints(endpoints);
