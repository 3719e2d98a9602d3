import { answerEndpoints } from "../http/json-api/answer-endpoints.ts";
import { byteEndpoints, jsonEndpoints } from "./endpoints.ts";

/** Every path below /api, from the table in endpoints.ts. */
export const loader = answerEndpoints(jsonEndpoints, byteEndpoints);
export const action = loader;
