import { ErrorLine } from "../ui/form/field.tsx";

/** The hint and the error of a field, under its control. */
export function FieldNotes({ id, hint, error }: { id: string; hint: string | null; error: string | undefined }) {
  if (!hint && !error) return null;
  return (
    <div id={id} className="grid gap-1">
      {hint && <p className="hint">{hint}</p>}
      {error && <ErrorLine>{error}</ErrorLine>}
    </div>
  );
}
