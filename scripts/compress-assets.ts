import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Fonts and pictures are compressed already. */
const TEXTS = "**/*.{js,css,svg,json,txt}";

const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes `<file>.br` and `<file>.gz` beside each text of a folder that becomes smaller by it. */
export async function compressAssets(folder: string): Promise<void> {
  const files = globSync(TEXTS, { cwd: folder });
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const brotli = await promisify(brotliCompress)(content, SMALLEST);
      const gzipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
      if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
      if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
    }),
  );
}
