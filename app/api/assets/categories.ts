import { CATEGORIES } from "../../connectors/categories.ts";
import { apiRoute, call, json } from "../../http/api-route.ts";

/** GET /api/assets/categories */
const handle = apiRoute({ GET: call({ who: "anyone", run: async () => json(CATEGORIES) }) });

export const loader = handle;
export const action = handle;
