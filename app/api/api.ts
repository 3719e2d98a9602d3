import { answerEndpoints } from "../http/json-api/answer-endpoints.ts";
import { jsonEndpoints } from "./endpoints.ts";

/** Every path below /api, from the table in endpoints.ts. */
export const loader = answerEndpoints(jsonEndpoints);
export const action = loader;
