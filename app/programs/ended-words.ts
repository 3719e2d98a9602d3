import { counted } from "#domain/core/text/counted.ts";
import type { EndedPrograms } from "#domain/use-cases/api-keys/end-programs.ts";

/** What ended with the password before, after a sentence about it; nothing if nothing did. */
export function endedSentence({ apiKeys, streamingKey, webhooks }: EndedPrograms): string {
  const ended = [
    ...(apiKeys.length > 0 ? [counted(apiKeys.length, "API key")] : []),
    ...(streamingKey ? ["the streaming key"] : []),
    ...(webhooks.length > 0 ? [counted(webhooks.length, "webhook")] : []),
  ];
  return ended.length === 0 ? "" : ` Ended: ${ended.join(", ")}.`;
}
