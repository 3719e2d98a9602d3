import { skipEvent } from "#domain/use-cases/administration/skip-event.ts";
import { createHaltedModels } from "#runners/follower/halted-models.ts";
import { createIds } from "../platform/ids.ts";
import { runTool } from "./open-installation.ts";

/**
 * `npm run skip-event -- <model> <position> --reason "…"`: makes a halted read model skip the event at which it halted.
 * Without arguments: lists the halted ones.
 */
const USAGE =
  'Usage: npm run skip-event -- <model> <position> --reason "why", with the model and position as listed without arguments';
const SAYS = {
  "model-not-halted":
    "This read model is not halted at this position. Run it without arguments to see the halted ones.",
  "skip-reason-missing": "Say why the event is skipped, with --reason.",
  "skip-reason-too-long": "The reason must not be longer than 1000 characters.",
} as const;

const [model, position, flag, ...words] = process.argv.slice(2);
if (model !== undefined && (position === undefined || flag !== "--reason")) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await runTool(async ({ pool, store, events }) => {
    const halted = createHaltedModels({ pool, store: store.store });
    if (model === undefined || position === undefined) {
      for (const { model: name, error, event, rebuild } of await halted.list()) {
        console.log(
          `${rebuild ? `The rebuild of ${name}` : name} halted at position ${event?.position ?? "unknown"} (${event ? `${event.type}, stream ${event.stream}, revision ${event.revision}` : "no such event"}): ${error}`,
        );
      }
      return 0;
    }
    const id = createIds().fresh();
    const skipped = await skipEvent(
      { log: events, halted },
      { model, position, reason: words.join(" ") },
      { actor: { kind: "system", name: "command-line" }, commandId: id, correlationId: id },
    );
    if (!skipped.ok) {
      const { refusal } = skipped;
      console.error(refusal.code === "input-invalid" ? refusal.message : SAYS[refusal.code]);
      return 1;
    }
    console.log(
      `Read model ${model} leaves out the event at position ${position}, and the running server goes on with it.`,
    );
    return 0;
  });
}
