import type { RowsAsCsv } from "#domain/core/ports/uploads.ts";
import { serveTasks } from "../../threads/serve-tasks.ts";
import type { RowsTask } from "./rows-reader.ts";
import { rowsToCsv } from "./rows-to-csv.ts";

serveTasks<RowsTask, RowsAsCsv>(({ body, isLines, columns }) =>
  rowsToCsv(Buffer.from(body).toString("utf8"), isLines, columns),
);
