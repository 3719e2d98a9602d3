import type { WrittenPost } from "#domain/use-cases/blog/written-post.ts";

/** A use of the product in one sentence and some steps. */
function useCase(slug: string, title: string, lead: string, steps: readonly string[]): WrittenPost {
  const items = steps.map((content) => ({ content, items: [] }));
  return {
    ...{ slug, title, type: "use_case", coverImage: null },
    body: {
      blocks: [
        { type: "paragraph", text: lead },
        { type: "list", ordered: true, items },
      ],
    },
  };
}

/** The use cases that the landing page shows, the first one first. Their texts are HTML. */
export const starterPosts: readonly WrittenPost[] = [
  useCase(
    "price-list-that-refreshes",
    "A price list that refreshes itself",
    "Use exchange rates in the report that your prices come from, and refresh them once a day.",
    [
      'Look for a connector with exchange rates in the <a href="/datastore">DataStore</a>, or write one for the API of your bank.',
      "Connect to it and set Scheduled Refresh to 1440 minutes. This needs the Pro plan. On the Free plan, press Run Now when you need new rates.",
      'On <a href="/manage?tab=stream">Manage Data, Stream Data</a>, choose the output table and Power BI. In Power BI, open Get data, Web and paste the link.',
      "Each refresh in Power BI loads the latest rates. Your measures stay as they are.",
    ],
  ),
  useCase(
    "weather-beside-sales",
    "Weather beside the sales",
    "Put the forecast of a connector and the sales of a CSV file into one report.",
    [
      'Upload the sales as a CSV file with a date column at <a href="/upload?tab=dataset">Upload</a>. Every row is read to find the type of each column.',
      "Connect to a forecast connector, enter the latitude and longitude of the shop, and run it.",
      "In Power BI, load both tables with their links from Stream Data, and relate them by day.",
    ],
  ),
  useCase(
    "one-list-of-issues",
    "One list of issues",
    "Collect the issues of several repositories in one table with one row for each issue.",
    [
      'Write a connector with a setting for the repository that takes several values. It is called once for each of them. The <a href="/documentation">documentation</a> has an example.',
      "Set <code>primary_key</code> to the id of the issue. A later run then updates the issues it knows and adds the others.",
      "Publish the connector. Everyone connects with their own token, which nobody else can use.",
    ],
  ),
  useCase(
    "shared-with-named-people",
    "A table for the people you choose",
    "Give a few people a table to work with, and nobody else.",
    [
      'Upload the file at <a href="/upload?tab=dataset">Upload</a> and turn off Public.',
      "Open the page of the dataset and share it with the e-mail address of each person. They need an account.",
      "They find it on Manage Data, and load it into their tools with a key of their own.",
      "To end the access of one person, remove it on the same page. Their key stops reading the table at once.",
    ],
  ),
];
