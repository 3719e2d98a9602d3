import { excelRefreshingQuery, odataFeed, powerBiLink } from "../../../streaming/power-query.ts";
import {
  curlLine,
  duckdbCode,
  odataLine,
  pandasCode,
  rCode,
  sheetsFormula,
} from "../../../streaming/program-snippets.ts";
import type { Snippet, SnippetFacts } from "../../../streaming/snippet.ts";
import type { ToolId } from "../../../streaming/tool-ids.ts";
import {
  Braces,
  ChartColumn,
  Database,
  FileSpreadsheet,
  Sheet,
  SquareTerminal,
  Table2,
  Terminal,
} from "../../../ui/icons/all.ts";
import type { IconName } from "../../../ui/icons/icon-name.ts";

/** One way to open a table in a tool. */
export type Way = {
  /** Of the text, for its Copy button. */
  readonly name: string;
  readonly write: (facts: SnippetFacts) => Snippet;
  /** What to do with it. */
  readonly say: string;
  /** Whether the text holds the key. */
  readonly hasKey: boolean;
};

export type Tool = {
  readonly id: ToolId;
  readonly label: string;
  readonly icon: IconName;
  readonly help: string;
  readonly ways: readonly Way[];
  /** A file that opens the table in the tool. */
  readonly file?: { readonly extension: "odc" | "pbids"; readonly label: string; readonly say: string };
};

const HEADER_KEY = "The key is in a header, so that no log has it.";

export const TOOLS: readonly Tool[] = [
  {
    id: "excel",
    label: "Excel",
    icon: FileSpreadsheet,
    help: "/documentation#excel",
    file: {
      extension: "odc",
      label: "Download Excel file (.odc)",
      say: "Open it in Excel, choose Web API, and paste your key once. The file holds the address and the types, and no key.",
    },
    ways: [
      {
        name: "the Power Query",
        write: excelRefreshingQuery,
        hasKey: false,
        say: "In Excel, choose Data, Get Data, From Other Sources, Blank Query, Advanced Editor, and paste this. Excel asks for the key once: choose Web API. After that, Refresh All works.",
      },
    ],
  },
  {
    id: "powerbi",
    label: "Power BI",
    icon: ChartColumn,
    help: "/documentation#powerbi",
    file: {
      extension: "pbids",
      label: "Download Power BI file (.pbids)",
      say: "Open it in Power BI, choose Basic, type any user name, and paste your key as the password. Then choose your tables.",
    },
    ways: [
      {
        name: "the OData query",
        write: odataFeed,
        hasKey: false,
        say: "Get data, Blank query, Advanced editor: paste this. Choose Basic, with any user name and your key as the password. Power BI keeps 15 digits of a decimal number.",
      },
      {
        name: "the Power BI link",
        write: powerBiLink,
        hasKey: true,
        say: "Or Get data, Web: paste this link. Power BI guesses the types: 007 becomes 7. Anyone with the link has your key.",
      },
    ],
  },
  {
    id: "python",
    label: "Python pandas",
    icon: Terminal,
    help: "/documentation#python",
    ways: [{ name: "the pandas lines", write: pandasCode, hasKey: true, say: `Needs pandas 2. ${HEADER_KEY}` }],
  },
  {
    id: "duckdb",
    label: "DuckDB",
    icon: Database,
    help: "/documentation#streams",
    ways: [
      {
        name: "the DuckDB lines",
        write: duckdbCode,
        hasKey: true,
        say: "Needs DuckDB 1.1 or newer, with httpfs. The secret is used for this server alone.",
      },
    ],
  },
  {
    id: "r",
    label: "R",
    icon: Table2,
    help: "/documentation#streams",
    ways: [{ name: "the R lines", write: rCode, hasKey: true, say: `Needs readr. ${HEADER_KEY}` }],
  },
  {
    id: "sheets",
    label: "Google Sheets",
    icon: Sheet,
    help: "/documentation#streams",
    ways: [
      {
        name: "the formula",
        write: sheetsFormula,
        hasKey: true,
        say: "Sheets reads each cell as if it was typed: 007 becomes 7, and numbers keep 15 digits. Everyone who can open the sheet can read the key in it. Use a key for this table alone.",
      },
    ],
  },
  {
    id: "curl",
    label: "curl",
    icon: SquareTerminal,
    help: "/documentation#streams",
    ways: [
      {
        name: "the curl command",
        write: curlLine,
        hasKey: true,
        say: "Writes the table to a file, every cell exactly as it is: nothing disarms formulas.",
      },
    ],
  },
  {
    id: "odata",
    label: "OData",
    icon: Braces,
    help: "/documentation#streams",
    ways: [
      {
        name: "the OData line",
        write: odataLine,
        hasKey: true,
        say: "The first rows by OData 4.0. Give your client the address of all your tables, which ends in /odata/, and the key as the password.",
      },
    ],
  },
];
