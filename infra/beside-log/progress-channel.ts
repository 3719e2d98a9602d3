/** Notified when the progress of a run or a load was stored. */
export const PROGRESS_CHANNEL = "tributary_progress";
