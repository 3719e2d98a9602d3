import { CATEGORIES } from "../../connectors/connector-calls.ts";
import { apiRoute, call, json } from "../../http/api-route.ts";

/** GET /api/assets/categories */
export const { loader, action } = apiRoute({ GET: call({ who: "anyone", run: async () => json(CATEGORIES) }) });
