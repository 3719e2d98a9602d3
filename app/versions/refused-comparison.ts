import type { ComparisonFault } from "#domain/core/ports/tables/table-versions.ts";
import { NOT_FOUND, refuse, refusedAs, type Refused } from "../http/call-result.ts";

/** Why versions, or rows with a version, were not compared. */
export function refusedComparison(fault: ComparisonFault): Refused {
  switch (fault.code) {
    case "gone":
      return NOT_FOUND;
    case "too-slow":
      return refuse("compare-too-slow");
    case "key-column-unknown":
    case "key-value-missing":
    case "key-value-twice":
      return refusedAs(fault);
  }
}
