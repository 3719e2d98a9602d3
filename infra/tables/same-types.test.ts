import { expect, test } from "vitest";
import { plainCell } from "#domain/connector-language/json/cells.ts";
import { profileOf } from "#domain/connector-language/table/column-types.ts";
import { cellKindOfText } from "#domain/core/values/cell-kind.ts";
import { typesOfMasks } from "./csv/cell-types.ts";

/** The column type of this one cell in an upload, and in a pull of CSV. */
const types = (text: string) => [typesOfMasks([cellKindOfText(text)])[0], profileOf(plainCell(text)).type];

test.each([
  ["0", "bigint"],
  ["-20", "bigint"],
  ["9223372036854775807", "bigint"],
  ["1.50", "double precision"],
  ["1e-7", "double precision"],
  ["-1.5e+270", "double precision"],
  ["1e+280", "text"],
  ["007", "text"],
  ["+1", "text"],
  ["12E4", "text"],
  ["9223372036854775808", "text"],
  ["true", "boolean"],
  ["t", "text"],
  ["yes", "text"],
  ["2024-02-29", "date"],
  ["0001-01-01", "date"],
  ["9999-12-31", "date"],
  ["2023-02-29", "text"],
  ["0000-01-01", "text"],
  ["2024-01-31T10:00", "timestamp"],
  ["2024-01-31t10:00", "timestamp"],
  ["2024-01-31 10:00:00.123456", "timestamp"],
  ["2024-01-31T10:00:00.1234560000", "timestamp"],
  ["2024-01-31T10:00:00.1234567", "text"],
  ["9999-12-31T23:59:59", "timestamp"],
  ["2024-01-31T10:00:00Z", "timestamptz"],
  ["2024-01-31t10:00:00z", "timestamptz"],
  ["2024-01-31 10:00:00+0530", "timestamptz"],
  ["2024-01-31T10:00+15:00", "text"],
  ["0001-01-01T00:00Z", "text"],
  ["9999-12-31T23:59:59-02:00", "text"],
  ["9998-12-31T23:59:59-02:00", "timestamptz"],
])("%s is %s in an upload and in a pull", (text, type) => {
  expect(types(text)).toEqual([type, type]);
});
