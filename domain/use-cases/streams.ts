/** Names of the log's streams. */
export const streams = {
  user: (id: string) => `user-${id}`,
  reservation: (kind: string, fingerprint: string) => `reservation-${kind}-${fingerprint}`,
  quota: (userId: string) => `quota-${userId}`,
  weeklyRuns: (userId: string, week: string) => `runs-${userId}-${week}`,
  connector: (rootId: string) => `connector-${rootId}`,
  draft: (id: string) => `draft-${id}`,
  dataset: (id: string) => `dataset-${id}`,
  instance: (id: string) => `instance-${id}`,
  run: (runId: string) => `run-${runId}`,
  readModel: (name: string) => `read-model-${name}`,
};
