import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { AUTO } from "#domain/dataset/column-reading.ts";
import type { PreviewedFile } from "#domain/core/ports/uploads.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { firstOutcome, PAGE_WAIT_MS } from "../../datasets/address/address-calls.ts";
import { cardFault } from "../../datasets/dataset-calls.ts";
import { licenseOptions } from "../../datasets/license-options.ts";
import { refuse, toCallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import {
  readForm,
  redirectTo,
  redirectWithMessage,
  refusedForm,
  text,
  throwNotFound,
  viewerOf,
} from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { inspectionShape } from "../../http/upload/inspect/inspection-shape.ts";
import { readLoadSettings } from "../../http/upload/settings/load-settings-fields.ts";
import { loadFailureAnswer } from "../../http/refusals/load-failures.ts";
import { cardFromForm } from "../../items/card-from-form.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { typedInto } from "../../ui/form/form-state.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { partsOf } from "../../file-upload/setting-fields.tsx";
import { CHOICE, TYPE_FIELD, UploadPreviewView, type UploadPreviewViewProps } from "./upload-preview-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `Preview of ${shown.fileName} | Tributary` : "Item not found | Tributary", noindex: true });

type Texts = Readonly<Record<string, string>>;

/** /upload/preview/{id}: a file that has arrived and is not published, for its user; with JavaScript it is not needed. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<UploadPreviewViewProps> {
  const viewer = await viewerOf(context, request);
  const file = await fileOf(context.platform, params["id"] ?? "", viewer);
  const published = await context.platform.queries.catalogue.dataset(file.id, viewer.id);
  if (published) throw redirect(`/dataset_profile/${file.id}`);
  return {
    fileName: file.fileName,
    bytes: file.bytes,
    categories: [...(await context.platform.categories.known())],
    licenses: licenseOptions(),
    form: { values: withoutEmpty(file.fields) },
    ...(await lookedAt(context.platform, file, { ...file.fields, types: file.fields["types"] || AUTO })),
  };
}

async function fileOf(platform: Platform, id: string, viewer: UserRow): Promise<PreviewedFile> {
  return (await platform.uploads.previewed(viewer.id, id)) ?? throwNotFound();
}

const withoutEmpty = (fields: Texts) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/** What a load would make of the file with these texts of a form. */
async function lookedAt(
  { uploads }: Platform,
  file: PreviewedFile,
  fields: Texts,
): Promise<Pick<UploadPreviewViewProps, "found" | "fault" | "parts">> {
  const read = readLoadSettings((name) => fields[name]);
  if (!read.ok) return { found: null, fault: read.error, parts: partsOf(undefined, {}) };
  const found = await uploads.inspectKept(file, read.settings);
  if (found === "gone") return throwNotFound();
  if (found === "too-slow")
    return { found: null, fault: refuse("preview-too-slow").error, parts: partsOf(undefined, {}) };
  if (!found.ok) {
    const { error, facts = {} } = loadFailureAnswer(found.failure);
    return { found: null, fault: error, parts: partsOf(undefined, facts) };
  }
  const shown = inspectionShape(found);
  return { found: shown, fault: null, parts: partsOf(shown.file, {}) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const file = await fileOf(context.platform, params["id"] ?? "", viewer);
  const choice = chosenIn(form);
  if (choice?.reading !== undefined) form.set(`${TYPE_FIELD}${choice.column}`, choice.reading);
  if (choice?.empty) form.set("empty", withWords(text(form, "empty"), choice.column, choice.empty));
  const fields = { ...typedInto(form), types: typesIn(form) };
  if (choice) return data({ form: { values: fields }, ...(await lookedAt(context.platform, file, fields)) });
  switch (text(form, "intent")) {
    case "look":
      return data({ form: { values: fields }, ...(await lookedAt(context.platform, file, fields)) });
    case "publish":
      return publish(context, viewer, file, form, fields);
    default:
      return redirectWithMessage.error(`/upload/preview/${file.id}`, "This form is not known here.");
  }
}

const choiceSchema = z.object({
  column: z.string(),
  reading: z.string().optional(),
  empty: z.array(z.string()).optional(),
});

/** The suggestion that was taken; null: none was. */
function chosenIn(form: FormData): z.infer<typeof choiceSchema> | null {
  const parsed = choiceSchema.safeParse(jsonOf(form.get(CHOICE)));
  return parsed.success ? parsed.data : null;
}

/** The setting `empty` with words for one more column. */
function withWords(empty: string, column: string, words: readonly string[]): string {
  const before = z.record(z.string(), z.unknown()).safeParse(jsonOf(empty));
  return JSON.stringify({ ...(before.success ? before.data : {}), [column]: words });
}

function jsonOf(json: unknown): unknown {
  try {
    return typeof json === "string" ? JSON.parse(json) : null;
  } catch {
    return null;
  }
}

/** The chosen readings as the setting `types`. */
function typesIn(form: FormData): string {
  const chosen = [...form].flatMap(([name, reading]) =>
    name.startsWith(TYPE_FIELD) && typeof reading === "string" && reading !== ""
      ? [[name.slice(TYPE_FIELD.length), reading]]
      : [],
  );
  return chosen.length === 0 ? "" : JSON.stringify(Object.fromEntries(chosen));
}

async function publish(context: AppContext, viewer: UserRow, file: PreviewedFile, form: FormData, fields: Texts) {
  const { platform } = context;
  const card = cardFromForm(form);
  const fault = card.title === "" ? refuse("dataset-title-missing") : await cardFault(platform, withCategory(card));
  if (fault) return refusedForm(fault, fields);
  const read = readLoadSettings((name) => fields[name]);
  if (!read.ok) return refusedForm(read, fields);
  const { id: datasetId, fileName, sha256, bytes } = file;
  const settings = Object.keys(read.settings).length > 0 ? { settings: read.settings } : {};
  const made = await orFault(context, "Publish failed", async () =>
    toCallResult(
      platform,
      await uploadDataset(
        // The bytes are where those of this dataset are.
        { ...platform.ports, keepFile: async () => undefined },
        { datasetId, ...withCategory(card), fileName, file: { sha256, bytes }, ...settings, by: viewer.id },
        causeOf(context),
      ),
    ),
  );
  if (!made.ok) return refusedForm(made, fields);
  const outcome = await firstOutcome(platform, datasetId, viewer, PAGE_WAIT_MS, causeOf(context));
  if (outcome === null) return redirectTo(`/upload/job/${datasetId}`);
  return outcome === "ready"
    ? redirectWithMessage.success(`/dataset_profile/${datasetId}`, "The rows can be read now.")
    : redirectWithMessage.error("/upload?tab=dataset", outcome.error);
}

const withCategory = (card: ReturnType<typeof cardFromForm>) => ({ ...card, category: card.category || "Other" });

export default function UploadPreview() {
  return <UploadPreviewView {...useLoaderData<typeof loader>()} {...useActionData<typeof action>()} />;
}
