/** A stage of a job: its progress, and the words under it ("79,600 of 128,404 rows"). `percent` null: not begun. */
export type Stage = { label: string; percent: number | null; words: string };

/** Stages of a job side by side, with counts. */
export function Stages({ stages }: { stages: Stage[] }) {
  const current = stages.find((stage) => stage.percent !== null && stage.percent < 100);
  return (
    <ol className="stages" aria-label="Stages">
      {stages.map((stage) => (
        <li
          key={stage.label}
          className={stage.percent === null ? "todo" : undefined}
          aria-current={stage === current ? "step" : undefined}
        >
          <progress className="progress" value={stage.percent ?? 0} max={100} aria-label={stage.label} />
          <span>
            {stage === current ? <strong>{stage.label}</strong> : stage.label}
            <span className="meta">{stage.words}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
