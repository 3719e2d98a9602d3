import { describe, expect, test } from "vitest";
import { cellText } from "#domain/connector-language/json/cells.ts";
import { consentOf } from "#domain/connector-language/consent/consent.ts";
import { reviewDefinition } from "#domain/connector-language/validation/review-definition.ts";
import { pullDefinition } from "#domain/connector-language/engine/pull-definition.ts";
import { checkSettings } from "#domain/connector-language/settings/settings.ts";
import { sandboxConnectors } from "../sandbox-api/sandbox-connectors.ts";
import { publicConnectors } from "./public-connectors.ts";
import { starterContent } from "./starter-content.ts";

const CATEGORIES = [
  "API",
  "Finance",
  "Marketing",
  "Science",
  "Technology",
  "Environment",
  "Health",
  "Transport",
  "Other",
];

describe("starter connectors", () => {
  test.each([...publicConnectors, ...sandboxConnectors].map((each) => [each.title, each] as const))(
    "%s is correct in the connector language",
    (_title, { definition, category }) => {
      expect(reviewDefinition(definition)).toMatchObject({ ok: true });
      expect(CATEGORIES).toContain(category);
    },
  );

  test.each(publicConnectors.map((each) => [each.title, each] as const))(
    "%s says what a row is, asks for no key and calls one https host",
    (_title, { description, definition }) => {
      expect(description).toMatch(/^One row is one /);
      expect(description).toMatch(/no key/);
      const parsed = parsedDefinition(definition);
      expect(consentOf(parsed)).toMatchObject({ hosts: [expect.stringMatching(/^https:\/\//)] });
      expect(parsed.auths.map(({ type }) => type)).toEqual(["none"]);
    },
  );
});

test("each column of the starter datasets is described", async () => {
  for (const { columns, csv, title } of (await starterContent()).datasets) {
    const [head = ""] = Buffer.from(csv).toString().split(/\r?\n/, 1);
    expect([title, columns.map(({ name }) => name)]).toEqual([title, head.split(",")]);
  }
});

/** Responses as in each API's own documentation. */
describe("with its defaults", () => {
  test("the forecast reads a week of hours", async () => {
    const { urls, rows, status } = await pull("Weather forecast by the hour", () =>
      JSON.stringify({
        latitude: 52.52,
        longitude: 13.419998,
        timezone: "GMT",
        hourly_units: { time: "iso8601", temperature_2m: "°C" },
        hourly: {
          time: ["2026-11-21T00:00", "2026-11-21T01:00"],
          temperature_2m: [4.5, null],
          relative_humidity_2m: [81, 80],
          precipitation: [0, 0.3],
          wind_speed_10m: [11.9, 12],
        },
      }),
    );
    expect(status).toBe("success");
    expect(urls).toEqual([
      "https://api.open-meteo.com/v1/forecast?latitude=52.52&longitude=13.41&hourly=temperature_2m%2Crelative_humidity_2m%2Cprecipitation%2Cwind_speed_10m&forecast_days=7&timezone=GMT",
    ]);
    expect(rows[0]).toEqual({
      latitude: "52.52",
      longitude: "13.41",
      time: "2026-11-21T00:00",
      temperature_2m: "4.5",
      relative_humidity_2m: "81",
      precipitation: "0",
      wind_speed_10m: "11.9",
    });
    expect(rows[1]).toMatchObject({ temperature_2m: null });
  });

  test("the indicators page by the number of pages", async () => {
    const row = (code: string, date: string, value: number | null) => ({
      indicator: { id: "SP.POP.TOTL", value: "Population, total" },
      country: { id: code, value: "Somewhere" },
      countryiso3code: "",
      date,
      value,
      unit: "",
      obs_status: "",
      decimal: 0,
    });
    const { urls, rows, status } = await pull("World development indicators", (url) => {
      const page = Number(url.searchParams.get("page"));
      return JSON.stringify([
        { page, pages: 2, per_page: 1000, total: 3 },
        page === 1 ? [row("ZH", "2023", 750503764), row("ZH", "2024", null)] : [row("ZI", "2023", 515000000)],
      ]);
    });
    expect(status).toBe("success");
    expect(urls[1]).toBe(
      "https://api.worldbank.org/v2/country/all/indicator/SP.POP.TOTL?format=json&date=2000%3A2030&page=2&per_page=1000",
    );
    expect(urls).toHaveLength(2);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      indicator_id: "SP.POP.TOTL",
      indicator: "Population, total",
      country_id: "ZH",
      country: "Somewhere",
      country_iso3: null,
      year: "2023",
      value: "750503764",
    });
  });

  test("the indicators fail with a wrong code instead of giving nothing", async () => {
    const { status } = await pull("World development indicators", () =>
      JSON.stringify([
        { message: [{ id: "120", key: "Invalid value", value: "The provided parameter value is not valid" }] },
      ]),
    );
    expect(status).toBe("failed");
  });

  test("the earthquakes read the CSV feed", async () => {
    const { urls, rows, status } = await pull("Earthquakes of the last days", () =>
      [
        "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource",
        '2026-11-20T03:49:47.470Z,38.75,-122.71,2.09,2.93,md,10,62,0.02,0.03,nc,nc1,2026-11-20T03:51:23.066Z,"1 km N of The Geysers, CA",earthquake,0.4,0.9,,1,automatic,nc,nc',
        "2026-11-20T01:00:00.000Z,-5.1,151.2,35,4.6,,,,,,us,us2,2026-11-20T02:00:00.000Z,,earthquake,,,,,reviewed,us,us",
        "",
      ].join("\n"),
    );
    expect(status).toBe("success");
    expect(urls).toEqual(["https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/2.5_week.csv"]);
    expect(rows[0]).toMatchObject({
      id: "nc1",
      time: "2026-11-20T03:49:47.470Z",
      magnitude: "2.93",
      depth_km: "2.09",
      place: "1 km N of The Geysers, CA",
    });
    expect(rows[1]).toMatchObject({ magnitude_type: null, place: null, latitude: "-5.1" });
  });
});

describe("starter datasets", () => {
  test("are whole: one row each, no odd line, keys that occur once", async () => {
    const { datasets } = await starterContent();
    const [elements = [], bodies = []] = datasets.map(({ csv }) =>
      new TextDecoder()
        .decode(csv)
        .trim()
        .split("\n")
        .map((line) => line.split(",")),
    );
    for (const table of [elements, bodies]) {
      expect(new Set(table.map((row) => row.length)).size).toBe(1);
      expect(table.every((row) => row.every((cell) => cell === cell.trim()))).toBe(true);
    }
    expect(elements.slice(1).map(([number]) => Number(number))).toEqual(
      Array.from({ length: 118 }, (_, index) => index + 1),
    );
    expect(new Set(elements.map(([, symbol]) => symbol)).size).toBe(119);
    expect(new Set(bodies.map(([name]) => name)).size).toBe(bodies.length);
    const kinds = (kind: string) => bodies.filter((row) => row[1] === kind).length;
    expect([kinds("planet"), kinds("dwarf planet"), kinds("moon")]).toEqual([8, 5, 73]);
    const names = new Set(["Sun", ...bodies.map(([name]) => name)]);
    expect(bodies.slice(1).filter((row) => !names.has(row[2]))).toEqual([]);
    expect(elements.filter(([, , , group, , block]) => block === "f" && group !== "")).toEqual([]);
    expect(elements.filter((row) => row[3] === "").length).toBe(28);
  });

  test("grow heavier and orbit slower as nature has it", async () => {
    const { datasets } = await starterContent();
    const rows = (index: number) =>
      new TextDecoder()
        .decode(datasets[index]?.csv)
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(","));
    const weights = rows(0)
      .filter((row) => row[7] !== "")
      .map((row) => Number(row[7]));
    const inversions = weights.filter((weight, index) => index > 0 && weight < (weights[index - 1] ?? 0)).length;
    expect(inversions).toBe(4);
    const bySystem = Map.groupBy(
      rows(1).filter((row) => row[5] !== ""),
      (row) => row[2] ?? "",
    );
    for (const [centre, bodies] of bySystem) {
      // Kepler's third law: the cube of the distance over the square of the period is the same for all bodies around
      // one centre.
      const constants = bodies.map((row) => Number(row[4]) ** 3 / Number(row[5]) ** 2);
      expect(Math.max(...constants) / Math.min(...constants), centre).toBeLessThan(1.06);
    }
  });
});

function parsedDefinition(definition: unknown) {
  const parsed = reviewDefinition(definition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

async function pull(title: string, answer: (url: URL) => string) {
  const definition = parsedDefinition(publicConnectors.find((each) => each.title === title)?.definition);
  const settings = checkSettings(definition, {}, { requireAll: true });
  if (!settings.ok) throw new Error(JSON.stringify(settings.faults));
  const urls: string[] = [];
  const pages = pullDefinition({
    definition,
    settings: settings.settings,
    secrets: {},
    consent: consentOf(definition),
    userAgent: "Tributary/test",
    random: () => 0,
    encodingOf: () => "windows-1252",
    now: () => 0,
    sleep: () => Promise.resolve(),
    send: (request) => {
      urls.push(request.url.href);
      return Promise.resolve({
        ok: true,
        status: 200,
        headers: [],
        body: new TextEncoder().encode(answer(request.url)),
      });
    },
  });
  const rows: Record<string, string | null>[] = [];
  for (let step = await pages.next(); ; step = await pages.next()) {
    if (step.done) return { urls, rows, status: step.value.status };
    if (step.value.kind === "page")
      rows.push(
        ...step.value.rows.map((row) => Object.fromEntries([...row].map(([name, cell]) => [name, cellText(cell)]))),
      );
  }
}
