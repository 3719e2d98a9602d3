import { endpointGroups } from "../../api/endpoints.ts";
import { idOf } from "../../documentation/doc-page.ts";

/** Every page of the API documentation: the first, and one for each group of calls. */
export const apiPages: readonly string[] = [
  "/api-documentation",
  ...endpointGroups.map(({ name }) => `/api-documentation/${idOf(name)}`),
];
