import type { Driver } from "./driver.ts";
export function browserDriver(_url: string, _javascript: boolean): Driver {
  throw new Error("later");
}
