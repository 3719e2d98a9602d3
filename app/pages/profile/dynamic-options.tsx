import type { FieldDef, LeafValue } from "./field-def.ts";
import type { ControlProps } from "./setting-field.tsx";

/** A field whose options come from the API. Its value can always be typed. */
export function DynamicOptions({ field, control, value, onChange }: { field: FieldDef; control: ControlProps; value: LeafValue | undefined; onChange: (value: LeafValue) => void }) {
  if (!field.multiple) return <input {...control} className="input" value={typeof value === "string" ? value : ""} onChange={(event) => onChange(event.target.value)} />;
  const lines = Array.isArray(value) ? value : [];
  return (
    <textarea
      {...control} className="textarea" rows={Math.min(8, Math.max(3, lines.length + 1))} placeholder="One value a line" value={lines.join("\n")}
      onChange={(event) => onChange(event.target.value === "" ? [] : event.target.value.split("\n"))}
    />
  );
}
