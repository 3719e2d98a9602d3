import { z } from "zod";
import { cleanLine, cleanProse, lineFault, proseFault } from "./lines.ts";

/**
 * What a text of a person's is. `line`: a name, a title, an id, an address, a word; `prose`: of several lines; `raw`: read
 * by a program or kept to the letter, such as a password, a setting or source text.
 */
export type TextKind = "line" | "prose" | "raw";

const kinds = z.registry<{ readonly kind: TextKind }>();

/** A text of one line, of at most so many characters; white space around it is left out. Every such field of the API and of a form takes this. */
export function line(most?: number): z.ZodString {
  return marked("line", checked(within(z.string().overwrite(cleanLine), most), lineFault));
}

/** A text of several lines. */
export function prose(most?: number): z.ZodString {
  return marked("prose", checked(within(z.string().overwrite(cleanProse), most), proseFault));
}

/** A text that is taken to the letter, with what reads it. Without `most` the body's own limit holds. */
export function raw(_reader: string, most?: number): z.ZodString {
  return marked("raw", within(z.string(), most));
}

/** What a schema of a text was declared as; undefined: it was made without `line`, `prose` and `raw`. */
export function kindOf(schema: z.ZodType): TextKind | undefined {
  return kinds.get(schema)?.kind;
}

function within(schema: z.ZodString, most: number | undefined): z.ZodString {
  return most === undefined ? schema : schema.max(most);
}

function checked(schema: z.ZodString, faultOf: (text: string) => string | null): z.ZodString {
  return schema.superRefine((text, { addIssue }) => {
    const fault = faultOf(text);
    if (fault !== null) addIssue(fault);
  });
}

function marked(kind: TextKind, schema: z.ZodString): z.ZodString {
  return schema.register(kinds, { kind });
}
