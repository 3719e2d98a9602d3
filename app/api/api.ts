import { answerEndpoints } from "../http/json-api/answer-endpoints.ts";
import { jsonEndpoints } from "./endpoints.ts";

/** Every address below /api: endpoints.ts is their table. */
export const loader = answerEndpoints(jsonEndpoints);
export const action = loader;
