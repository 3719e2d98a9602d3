import { Link } from "@remix-run/react";
import { CodeList } from "../../ui/data/code-list.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { CodeBlock, UrlLine } from "../../ui/code/code-block.tsx";
import type { AnswerDoc, CallDoc, ErrorDoc } from "./call-facts.ts";
import type { FieldFacts } from "./field-facts.ts";
import { TryForm } from "./try-form.tsx";

/** One call: what it takes, answers and refuses, with a request to copy and an answer beside it. */
export function CallView({ call }: { call: CallDoc }) {
  const { id, method, path, summary, about, parameters, body, answers, errors, request, tries } = call;
  const example = answers.find((each) => each.example !== null);
  const placed = (place: string) => parameters.filter((each) => each.place === place);
  return (
    <section className="api-call" aria-labelledby={id}>
      <div className="api-call-about">
        <h2 id={id}>{summary}</h2>
        <UrlLine method={method} parts={pathParts(path)} name={`address of ${method} ${path}`} />
        <p className="meta">{about}</p>
        <Fields title="Path" fields={placed("path")} />
        <Fields title="Query" fields={placed("query")} />
        {body && <Fields title="Body" type={body.type} fields={body.fields} />}
        {placed("header").length > 0 && (
          <p className="meta">
            Headers: <CodeList names={placed("header").map(({ name }) => name)} />,{" "}
            <Link to="/api-documentation#headers">what they do</Link>
          </p>
        )}
        <Answers answers={answers} />
        <Errors errors={errors} />
      </div>
      <div className="api-call-code">
        <CodeBlock name={`request of ${method} ${path}`} text={request} />
        {example?.example && (
          <CodeBlock name={`answer ${example.status} of ${method} ${path}`} text={example.example} />
        )}
        {tries && <TryForm fields={tries} />}
      </div>
    </section>
  );
}

/** Parameters of the path are highlighted. */
function pathParts(path: string): { text: string; filled?: boolean }[] {
  return path
    .split(/(\{\w+\})/)
    .filter((text) => text !== "")
    .map((text) => ({ text, filled: text.startsWith("{") }));
}

function Fields({ title, type, fields }: { title: string; type?: string; fields: readonly FieldFacts[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>
        {title} {type && <code className="meta">{type}</code>}
      </h3>
      <FieldList fields={fields} />
    </>
  );
}

/** `answered`: the fields of an answer, most of which are always there; else of a request, most of which may be left out. */
function FieldList({ fields, answered = false }: { fields: readonly FieldFacts[]; answered?: boolean }) {
  return (
    <dl className="api-fields">
      {fields.map(({ name, type, isRequired, about, preset }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span className="meta">{type}</span>{" "}
            {isRequired !== answered && <Badge tone="line">{answered ? "may be absent" : "required"}</Badge>}
          </dt>
          {(about !== "" || preset !== null) && (
            <dd>
              <Sentence text={about} /> {preset !== null && <span className="meta">Default {preset}.</span>}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Words between backticks are code. */
function Sentence({ text }: { text: string }) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

function Answers({ answers }: { answers: readonly AnswerDoc[] }) {
  return (
    <>
      <h3>Answers</h3>
      <ul className="api-answers">
        {answers.map(({ status, about, type, fields }) => (
          <li key={status}>
            <p>
              <strong>{status}</strong> {type && <span className="meta">{type}</span>} <Sentence text={about} />
            </p>
            {fields.length > 0 && (
              <details className="own">
                <summary>
                  Fields<span className="visually-hidden"> of answer {status}</span>
                </summary>
                <FieldList fields={fields} answered />
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Errors({ errors }: { errors: readonly ErrorDoc[] }) {
  if (errors.length === 0) return null;
  return (
    <details className="own">
      <summary>Errors</summary>
      <dl className="api-fields">
        {errors.map(({ status, code, sentence }) => (
          <div key={code}>
            <dt>
              {status} <code>{code}</code>
            </dt>
            {sentence !== null && <dd>{sentence}</dd>}
          </div>
        ))}
      </dl>
    </details>
  );
}
