/** The tools that a table can be opened in. */
export const TOOL_IDS = ["excel", "powerbi", "python", "duckdb", "r", "sheets", "curl", "odata"] as const;
export type ToolId = (typeof TOOL_IDS)[number];

/** The tool with this id; null: there is none. */
export function toolOf(id: string | null): ToolId | null {
  return TOOL_IDS.find((tool) => tool === id) ?? null;
}
