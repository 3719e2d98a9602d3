import type { DatasetCard } from "#domain/dataset/events.ts";
import { SelectField, TextArea, TextField } from "../ui/form/field.tsx";
import type { FormState } from "../ui/form/form-state.ts";
import { FREQUENCY_OPTIONS } from "../ui/data/update-frequency.ts";

type Props = { card: Partial<DatasetCard>; state: FormState | undefined };

/**
 * What the owner may say besides: `row_meaning`, `update_frequency`, `source_url`, `read_me`, `license_id` and
 * `license_terms`. Open when something is said, or refused.
 */
export function CardDetailFields({ card, state }: Props) {
  const { rowMeaning, updateFrequency, sourceUrl, readMe, licenseTerms } = card;
  const said = [rowMeaning, updateFrequency, sourceUrl, readMe, licenseTerms].some((text) => Boolean(text));
  return (
    <details className="wide own" open={said || state !== undefined || undefined}>
      <summary>More about the data: what a row is, how often it is updated, read-me, source, terms</summary>
      <div className="details">
        <TextField
          optional
          label="One row is"
          name="row_meaning"
          maxLength={200}
          hint="For example: one reading of one gauge"
          defaultValue={rowMeaning}
          state={state}
        />
        <SelectField
          label="Update frequency"
          name="update_frequency"
          options={FREQUENCY_OPTIONS}
          defaultValue={updateFrequency}
          hint="How often new rows are expected"
          state={state}
        />
        <TextField
          wide
          optional
          label="Source"
          name="source_url"
          type="url"
          maxLength={1_000}
          hint="The web address that the data come from"
          defaultValue={sourceUrl}
          state={state}
        />
        <LongTexts card={card} state={state} />
      </div>
    </details>
  );
}

function LongTexts({ card: { readMe, licenseTerms }, state }: Props) {
  return (
    <>
      <TextArea
        wide
        optional
        label="Read-me"
        name="read_me"
        rows={6}
        maxLength={50_000}
        hint="How the data were made and what to know before using them, in Markdown. HTML is shown as text."
        defaultValue={readMe}
        state={state}
      />
      <TextField
        optional
        label="Another SPDX licence"
        name="license_id"
        maxLength={60}
        hint="Its identifier, such as EUPL-1.2. It replaces the licence chosen above."
        state={state}
      />
      <TextArea
        wide
        optional
        label="Terms"
        name="license_terms"
        rows={3}
        maxLength={20_000}
        hint="For a licence of your own, or for additional terms"
        defaultValue={licenseTerms}
        state={state}
      />
    </>
  );
}
