import { cdata, markup } from "#domain/core/text/writers/markup.ts";
import { excelRefreshingQuery, odataRoot } from "./power-query.ts";
import type { SnippetFacts } from "./snippet.ts";

const MASHUP_VERSION = "2.140.405.0";

/** A file that Excel opens as a query of this table. It holds addresses and types, and no key. */
export function odcFile(
  facts: { readonly origin: string; readonly table: string } & Pick<SnippetFacts, "columns">,
): string {
  const { table } = facts;
  const { copied: query } = excelRefreshingQuery({ ...facts, key: "", excelToken: "" });
  const items = markup`<Items><Query Name="${table}"><Formula>${cdata(query)}</Formula><IsParameterQuery xsi:nil="true"/><IsDirectQuery xsi:nil="true"/></Query></Items>`;
  const mashup = markup`<Mashup xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.microsoft.com/DataMashup"><Client>EXCEL</Client><Version>${MASHUP_VERSION}</Version><MinVersion>2.21.0.0</MinVersion><Culture>en-US</Culture><SafeCombine>true</SafeCombine>${items}</Mashup>`;
  const document = markup`<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv="Content-Type" content="text/x-ms-odc; charset=utf-8"/>
<meta name="ProgId" content="ODC.Database"/>
<meta name="SourceType" content="OLEDB"/>
<title>${table}</title>
<xml id="msodc"><odc:OfficeDataConnection xmlns:odc="urn:schemas-microsoft-com:office:odc" xmlns="http://www.w3.org/TR/REC-html40">
<odc:PowerQueryConnection odc:Type="OLEDB">
<odc:ConnectionString>Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Location=${table};Extended Properties=&quot;&quot;</odc:ConnectionString>
<odc:CommandType>SQL</odc:CommandType>
<odc:CommandText>SELECT * FROM [${table}]</odc:CommandText>
</odc:PowerQueryConnection>
<odc:PowerQueryMashupData>${String(mashup)}</odc:PowerQueryMashupData>
</odc:OfficeDataConnection></xml>
</head>
<body></body>
</html>
`;
  return String(document);
}

/** A file that Power BI opens as the OData feed of all tables of a key, which it asks for. */
export function pbidsFile(origin: string): string {
  const address = { url: odataRoot({ origin }) };
  const connections = [{ details: { protocol: "odata", address }, options: {}, mode: "Import" }];
  return `${JSON.stringify({ version: "0.1", connections }, null, 2)}\n`;
}
