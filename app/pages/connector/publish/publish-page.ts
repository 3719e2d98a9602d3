import { pick } from "#domain/core/values/pick.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { BLANK_CARD } from "../../../datasets/dataset-calls.ts";
import { licenseOptions } from "../../../datasets/license-options.ts";
import { publishTable } from "../../../datasets/publish-calls.ts";
import { causeOf } from "../../../http/cause.ts";
import { orFault } from "../../../http/or-fault.ts";
import { redirectWithMessage, refusedButton, refusedForm, text } from "../../../http/forms/page.ts";
import type { AppContext, Platform } from "../../../platform.ts";
import { cardFromForm } from "../../../items/card-from-form.ts";
import { rightsFault } from "../../../items/rights-fault.ts";
import type { PublishOutputProps } from "./publish-output.tsx";

/** The viewer's instance's tables that can be published; null if there are none. */
export async function publishPage(
  platform: Platform,
  item: ConnectorItem,
  row: InstanceRow,
  viewer: UserRow,
): Promise<PublishOutputProps | null> {
  const outputs = await platform.queries.tables.wholeOutputs(row.id, viewer.id);
  if (outputs.length === 0) return null;
  const datasets = await platform.queries.catalogue.datasetsMadeOf(row.id, viewer.id);
  const tables = outputs.map(({ operation, tableName, table, broughtAt }) => {
    const dataset = datasets.get(operation);
    return {
      operation,
      tableName,
      rows: table.rows,
      columns: table.columns.map(({ label }) => label),
      broughtAt,
      dataset: dataset ? pick(dataset, ["id", "title", "isPublic", "subscriberCount"]) : null,
    };
  });
  return {
    tables,
    card: { title: item.title, category: item.category || "API" },
    categories: [...(await platform.categories.known())],
    licenses: licenseOptions(),
  };
}

type Asked = { context: AppContext; viewer: UserRow; item: ConnectorItem; form: FormData; intent: string };

/** Publishes a table with the card from the form, or makes it a private dataset and redirects to its shares. */
export async function publishFromForm({ context, viewer, item, form, intent }: Asked, row: InstanceRow | null) {
  const { platform } = context;
  const here = `/connector_profile/${item.id}?tab=output`;
  if (!row) return redirectWithMessage.error(here, "Connect and run it first: there is no table to publish yet.");
  const isShare = intent === "share-output";
  const unconfirmed = isShare ? null : rightsFault(form);
  if (unconfirmed) return refusedForm(unconfirmed, form);
  const card = isShare
    ? { ...BLANK_CARD, title: item.title, category: item.category || BLANK_CARD.category }
    : cardFromForm(form);
  const operation = text(form, "operation") || null;
  const table = { instanceId: row.id, operation, card, rightsConfirmed: !isShare };
  const published = await orFault(context, "Publish failed", () =>
    publishTable(platform, table, viewer, causeOf(context)),
  );
  if (published.ok) {
    const { redirectUrl } = published.value;
    return isShare
      ? redirectWithMessage.success(
          `${redirectUrl}#shares-title`,
          "It is now a private dataset. Enter who may read it.",
        )
      : redirectWithMessage.success(redirectUrl, "Published. It shows each complete pull from now on.");
  }
  return isShare ? refusedButton(published, here) : refusedForm(published, form);
}
