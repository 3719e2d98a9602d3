import { writeFileSync } from "node:fs";
import { CLIENT_TYPES, clientTypes } from "./client-types.ts";

/** Writes the types of the API's clients anew: `npm run client`. */
writeFileSync(CLIENT_TYPES, await clientTypes());
