import { pandasCall } from "../streaming/program-snippets.ts";
import { ROWS_EXTENSION, rowsAddress } from "../streaming/snippet.ts";
import { type DocFacts, type DocPage, type DocSection, KEY_PLACE } from "./doc-page.ts";

/** How a table is opened where people work. */
export const toolsPage: DocPage = {
  path: "/documentation",
  title: "Documentation",
  about: "How to open a table in Excel, Power BI, Python and other tools.",
  sections: (facts) => [streams(facts), odata(facts), excel, powerBi, python(facts)],
};

const addressOf = ({ origin, table }: DocFacts) =>
  table === null ? `${origin}/d/<table>.${ROWS_EXTENSION}` : rowsAddress({ origin, table });

function streams(facts: DocFacts): DocSection {
  return {
    id: "streams",
    title: "Streams",
    blocks: [
      "Every table you can read has an address. Send your streaming key as `Authorization: Bearer`; you will find it under [Manage Data](/manage?tab=stream). An [API key](/account?tab=api-keys) with the scope read does the same: make one for each program, so that you can delete it without stopping the others. With other scopes it opens the calls of the [API](/api-documentation) too. `/api/stream/data` lists what the key can read.",
      { code: `curl --fail -H "Authorization: Bearer ${KEY_PLACE}" "${addressOf(facts)}"`, name: "the curl command" },
      "The address ends in the format: .json, .ndjson, .csv, .xlsx or .parquet. `columns=a,b` chooses columns, `limit` and `offset` a part, `order=-day` the order; `level=gte.180` filters, with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. `status=neq.closed` leaves out rows without a status, `status=isdistinct.closed` keeps them. `where.*=ilike.*part*` looks in every column, whatever the case, at the first 100,000 characters of each cell; a query may have one such filter. In a pattern `\\*` is a star. `count=exact` adds the number of rows as `X-Total-Count`, or answers 503 when counting takes longer than five seconds.",
      "In JSON and NDJSON, values of bigint and numeric columns are numbers with all their digits. Python reads integers of any length; JavaScript rounds those beyond 2⁵³, and most tools round long decimals. With `bigint=string` both types come as text. Numbers inside JSON cells stay as they are.",
      "In CSV an empty text and no value are the same; JSON and Parquet tell them apart. In xlsx numbers of more than 15 digits, and days before 1 March 1900, are text.",
      "CSV holds every cell exactly as it is, also one that a spreadsheet would run as a formula. With the token of an Excel query in place of a key, those are disarmed.",
      "You can have six streams open at a time. A stream ends when nothing of it is read for a minute.",
    ],
  };
}

function odata({ origin, table }: DocFacts): DocSection {
  const set = `${origin}/odata/${table === null ? "<table>" : encodeURIComponent(table)}`;
  return {
    id: "odata",
    title: "OData",
    blocks: [
      `Your tables are an OData 4.0 service too, at \`${origin}/odata/\`. The key is the password of Basic, with any user name, or a Bearer token.`,
      { code: `curl -u "key:${KEY_PLACE}" "${set}?\\$top=10"`, name: "the OData line" },
      "`$select`, `$filter`, `$orderby`, `$top`, `$skip` and `$count` choose rows and columns. `$filter` knows eq, ne, gt, ge, lt, le, in, and, or, not, brackets, contains, startswith, endswith, year, month, day, hour, minute, second, date, time, tolower, toupper, trim, length, indexof, substring, round, floor and ceiling; times are in UTC. By OData's rule `status ne 'closed'` keeps rows without a status, as `isdistinct` does in streams. `$apply` makes groups: `groupby((station),aggregate(level with average as mean,$count as n))`, with sum, min, max, average and countdistinct, up to 10,000 of them. What a client asks for besides is answered with 501 and its name. A page has at most 10,000 rows or some 8 MB; `@odata.nextLink` leads on, in the version that the first page had. `Prefer: odata.maxpagesize` asks for smaller pages.",
    ],
  };
}

const excel: DocSection = {
  id: "excel",
  title: "Excel",
  blocks: [
    {
      numbered: true,
      list: [
        "On [Manage Data](/manage?tab=stream) choose the table and Excel, and download the .odc file, or copy the Power Query.",
        "Open the file in Excel. A copied query goes into Data, Get Data, From Other Sources, Blank Query, Advanced Editor.",
        "Excel asks once how to sign in: choose Web API and paste your key. Refresh All goes on with it; the columns have types.",
      ],
    },
    "Neither the file nor the query holds your key. To look once without a key, copy the query under “Or look now, without a key”: every column arrives as text. That query holds a token, which opens your tables for 15 minutes, at every stream address, and ends when you log out or generate a new key. After that Refresh All fails: copy the query again and paste it over the old one to get newer rows.",
  ],
};

const powerBi: DocSection = {
  id: "powerbi",
  title: "Power BI",
  blocks: [
    {
      numbered: true,
      list: [
        "Download the .pbids file from [Manage Data](/manage?tab=stream) and open it. Or open Get data, OData feed, and paste the address of your tables, which ends in `/odata/`.",
        "Choose Basic when asked how to sign in, with any user name and your key as the password.",
        "Choose the tables that you want. Their columns have types.",
      ],
    },
    "The Power BI link for Get data, Web holds your key. If somebody else got it, generate a new key. The old link stops at once.",
  ],
};

function python(facts: DocFacts): DocSection {
  return {
    id: "python",
    title: "Python",
    blocks: [
      {
        code: `import os
import pandas as pd

${pandasCall(addressOf(facts), '"Bearer " + os.environ["TRIBUTARY_KEY"]')}`,
        name: "the Python lines",
      },
      "The key is read from an environment variable, so that it is not in the notebook. Every column is text, as it is in the file: the lines under [Manage Data](/manage?tab=stream) name the types of your table.",
    ],
  };
}
