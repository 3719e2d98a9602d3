import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pandasCall, pandasCode, rCode } from "#app/streaming/program-snippets.ts";
import { EDGE_COLUMNS, edgeCsv } from "#testing/clients/edge-table.ts";
import { writeDocument } from "#testing/openapi/check-answers.ts";
import type { Person } from "#testing/person.ts";
import { startProduct } from "#testing/product.ts";

/**
 * `serve-tables.ts <folder> <python>`: starts the product with a few tables, and lets other programs read them by the
 * lines that it prints. Exit status 1 if one of them reads another cell.
 */
const [folder = ".", python = "python3"] = process.argv.slice(2);
const HERE = import.meta.dirname;

writeDocument();
const product = await startProduct({ built: true });
try {
  const owner = await product.person("Owner", 3);
  writeFileSync(path.join(folder, "tables.json"), JSON.stringify(await tablesOf(owner)));
  const isRight = [
    [python, path.join(HERE, "read_python.py"), folder],
    ...(spawnSync("Rscript", ["--version"]).status === 0
      ? [
          ["Rscript", path.join(HERE, "read_r.R"), folder],
          [python, path.join(HERE, "compare_r.py"), folder],
        ]
      : []),
  ].map(([program = "", ...args]) => spawnSync(program, args, { stdio: "inherit" }).status === 0);
  if (isRight.length === 1) console.log("R: not here, so its lines were not run");
  process.exitCode = isRight.includes(false) ? 1 : 0;
} finally {
  await product.remove();
}

/** The tables with their cells, and the lines that read them. */
async function tablesOf(owner: Person) {
  const edges = await uploaded(owner, edgeCsv());
  const notes = await uploaded(owner, "id,note\n1,first\n2,\n3,third\n4,\n5, \n");
  const signs = await uploaded(owner, "id,text\n1,a\u2028b\n2,c\u2029d\n3,e\u0085f\n4,plain\n");
  const key = await owner.key();
  const facts = { origin: product.url, key, excelToken: "", table: edges.table };
  const inDocumentation = `import os\nimport pandas as pd\n\n${pandasCall(
    `${product.url}/d/${edges.table}.csv`,
    '"Bearer " + os.environ["TRIBUTARY_KEY"]',
  )}`;
  return {
    origin: product.url,
    key,
    ...{ edges: edges.table, notes: notes.table, signs: signs.table },
    columns: EDGE_COLUMNS,
    pandas: { typed: pandasCode({ ...facts, columns: edges.columns }).copied, documentation: inDocumentation },
    r: { typed: rCode({ ...facts, columns: edges.columns }).copied, untyped: rCode(facts).copied },
  };
}

type Uploaded = {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

async function uploaded(owner: Person, csv: string): Promise<Uploaded> {
  const { status, text } = await owner.upload(csv, { is_public: "false" });
  if (status !== 201) throw new Error(text);
  const { table_name: table, columns } = JSON.parse(text) as Pick<Uploaded, "columns"> & { table_name: string };
  return { table, columns };
}
