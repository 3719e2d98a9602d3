import { webhooks } from "./projection.ts";

/** The table of webhooks, for the statements of those who queue and send. */
export const webhooksTable = `model_${webhooks.name}.webhooks`;
