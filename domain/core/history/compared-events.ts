/** Types of events that say what something is from then on, by what they say: each is compared with the one before. */
export const COMPARED_EVENTS = {
  ConnectorVersionPublished: "version",
  DatasetCreated: "card",
  DatasetPublishedFromConnection: "card",
  DatasetEdited: "card",
  InstanceActivated: "setup",
  InstanceConfigured: "setup",
  InstanceMigrated: "setup",
  DraftCreated: "draft",
  DraftSaved: "draft",
  PlanChosen: "plan",
  ConnectorImageChanged: "image",
  DatasetImageChanged: "image",
} as const;
export type ComparedPart = (typeof COMPARED_EVENTS)[keyof typeof COMPARED_EVENTS];

/** What an event says from then on; null: it is not compared. */
export function comparedPart(type: string): ComparedPart | null {
  return Object.hasOwn(COMPARED_EVENTS, type) ? COMPARED_EVENTS[type as keyof typeof COMPARED_EVENTS] : null;
}
