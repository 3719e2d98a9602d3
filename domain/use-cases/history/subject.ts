import { connectorStream } from "../../connector/events.ts";
import { dataset } from "../../dataset/decider.ts";
import { instanceStream } from "../../instance/events.ts";
import { userStream } from "../../user/events.ts";

export const SUBJECT_KINDS = ["connector", "dataset", "instance", "user"] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What a history is about: the id of a dataset, an instance or a user, or the root id of a connector. */
export type Subject = { readonly kind: SubjectKind; readonly id: string };

/** The subject as the read model of histories names it. */
export function subjectText({ kind, id }: Subject): string {
  return `${kind}/${id}`;
}

/** The event streams that its state is made of; its first event is in the first one. */
export function streamsOf({ kind, id }: Subject): readonly [string, ...string[]] {
  switch (kind) {
    case "connector":
      return [connectorStream(id)];
    case "dataset":
      return [dataset.stream(id)];
    case "instance":
      return [instanceStream(id)];
    case "user":
      return [userStream(id), `api-keys-${id}`];
  }
}

/** Whether a text names a kind of subject. */
export function isSubjectKind(text: string): text is SubjectKind {
  return (SUBJECT_KINDS as readonly string[]).includes(text);
}
