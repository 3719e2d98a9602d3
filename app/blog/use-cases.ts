/** A use of the product, described in steps. */
export type UseCase = { slug: string; title: string; text: string; steps: string[] };

export const useCases: UseCase[] = [
  {
    slug: "price-list-that-refreshes",
    title: "A price list that refreshes itself",
    text: "Exchange rates flow into the report that prices are made from, each morning before nine.",
    steps: [
      "Connect a connector for exchange rates in the DataStore, or describe your bank's API in one of your own.",
      "Set its Scheduled Refresh to 1440 minutes, which needs the Pro plan, or press Run Now when you need fresh rates.",
      "On Manage Data, Stream Data, choose the output table and Power BI, and paste the link under Get data, Web.",
      "Refresh in Power BI brings the latest rates; measures that use the table stay as they are.",
    ],
  },
  {
    slug: "weather-beside-sales",
    title: "Weather beside the sales",
    text: "A forecast connector and an uploaded CSV, joined by day in Power BI.",
    steps: [
      "Upload the sales as a CSV with a date column: dates are recognised by reading every row.",
      "Connect the forecast connector, fill in latitude and longitude of the shop, and run it.",
      "In Power BI load both tables with their links from Stream Data and relate them by day.",
    ],
  },
  {
    slug: "one-list-of-issues",
    title: "One list of issues",
    text: "Several repositories, one table, one row per issue, merged by id.",
    steps: [
      "Write a connector whose setting repository takes several values: it is called once for each of them.",
      "Name the issue's id as primary_key, so that a later run changes the rows it knows and adds the others.",
      "Share the connector; everyone connects with a token of their own, which only they can use.",
    ],
  },
  {
    slug: "who-could-see-what",
    title: "Who could see what, in March",
    text: "An auditor reads definitions, access and rows as of a day.",
    steps: [
      "Everything that was done is kept as an event: who published, connected, granted and removed, and when.",
      "The owner of a dataset sees who has access now; an auditor reads the same as of a day.",
      "npm run verify-log shows that no event was changed since it was written.",
    ],
  },
];
