import { z } from "zod";
import type { AnswerFacts, Answers, EndpointFacts, Who } from "../../http/json-api/endpoint.ts";

/** The page's text about one endpoint. */
export type EndpointLine = {
  readonly method: string;
  readonly path: string;
  readonly who: string;
  /** Fields and parameters; `?` marks optional ones. */
  readonly fields: string;
  readonly answer: string;
};

const WHO: Readonly<Record<Who, string>> = {
  anyone: "anyone",
  user: "logged in",
  owner: "the owner",
  admin: "an admin",
  reader: "logged in, with access",
  key: "streaming key",
};
/** An answer with more fields is described in words only. */
const MOST_FIELDS = 12;

/** An endpoint as text for its documentation. */
export function describeEndpoint({ method, path, who, query, body, openQuery, answers }: EndpointFacts): EndpointLine {
  const names = [...fieldNames(body), ...fieldNames(query), ...(openQuery === undefined ? [] : [openQuery])];
  return { method, path, who: WHO[who], fields: names.join(", ") || "none", answer: describeAnswers(answers) };
}

function fieldNames(schema: z.ZodType | null): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const type = field as z.ZodType;
    const about = type.description === undefined ? "" : ` (${type.description})`;
    return `${name}${mark(type)}${about}`;
  });
}

function describeAnswers(answers: Answers): string {
  const several = Object.keys(answers).length > 1;
  const shapes = new Set<string>();
  return Object.entries(answers)
    .map(([status, facts]: [string, AnswerFacts]) => {
      const shape = shapeOf(facts);
      const parts = [...(shape === null || shapes.has(shape) ? [] : [shape]), ...(facts.about ? [facts.about] : [])];
      if (shape !== null) shapes.add(shape);
      return `${several || status !== "200" ? `${status} ` : ""}${parts.join(", ")}`;
    })
    .join("; ");
}

/** `{ id, redirectUrl }` for a small object. */
function shapeOf(facts: AnswerFacts): string | null {
  if (facts.types !== undefined || !(facts.body instanceof z.ZodObject)) return null;
  const names = Object.entries(facts.body.shape).map(([name, field]) => `${name}${mark(field as z.ZodType)}`);
  return names.length > 0 && names.length <= MOST_FIELDS ? `{ ${names.join(", ")} }` : null;
}

function mark(field: z.ZodType): "?" | "" {
  return field.safeParse(undefined).success ? "?" : "";
}
