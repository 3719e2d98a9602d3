import type { StarterConnector } from "#domain/use-cases/administration/first-start.ts";

/** Connectors to public APIs without keys. Definitions only: without a network their runs fail and say so. */
export const publicConnectors: readonly StarterConnector[] = [
  {
    title: "Weather forecast by the hour",
    description:
      "One row is one hour of the next seven days at one place: temperature (°C), relative humidity (%), precipitation (mm) and wind speed (km/h), times in UTC. Fill in latitude and longitude; Berlin is filled in. From Open-Meteo, no key, for non-commercial use, data under CC BY 4.0.",
    category: "Environment",
    apiDocUrl: "https://open-meteo.com/en/docs",
    definition: {
      protocol: "rest",
      base_url: "https://api.open-meteo.com",
      auth: { type: "none" },
      operations: [
        {
          id: "hours",
          name: "Hours",
          method: "GET",
          url: "/v1/forecast",
          query: {
            latitude: "{latitude}",
            longitude: "{longitude}",
            hourly: "temperature_2m,relative_humidity_2m,precipitation,wind_speed_10m",
            forecast_days: 7,
            timezone: "GMT",
          },
          params_fields: [
            { key: "latitude", label: "Latitude, degrees north", type: "number", required: true, default: 52.52 },
            { key: "longitude", label: "Longitude, degrees east", type: "number", required: true, default: 13.41 },
          ],
          records: { path: "hourly", shape: "columns" },
          columns: [
            { name: "latitude", value: "{latitude}", type: "number" },
            { name: "longitude", value: "{longitude}", type: "number" },
            { name: "time", type: "date" },
            { name: "temperature_2m", type: "number" },
            { name: "relative_humidity_2m", type: "number" },
            { name: "precipitation", type: "number" },
            { name: "wind_speed_10m", type: "number" },
          ],
          primary_key: ["latitude", "longitude", "time"],
        },
      ],
    },
  },
  {
    title: "World development indicators",
    description:
      "One row is one indicator of one country or region in one year. Population is filled in; other codes (such as NY.GDP.PCAP.CD, GDP per person in US dollars) are listed at data.worldbank.org. Years without a figure have an empty value. From the World Bank, no key, data under CC BY 4.0.",
    category: "Finance",
    apiDocUrl: "https://datahelpdesk.worldbank.org/knowledgebase/articles/889392",
    definition: {
      protocol: "rest",
      base_url: "https://api.worldbank.org/v2",
      auth: { type: "none" },
      operations: [
        {
          id: "values",
          name: "Values",
          method: "GET",
          url: "/country/{country}/indicator/{indicator}",
          query: { format: "json", date: "{years}" },
          params_fields: [
            {
              key: "country",
              label: "Country: two or three letters such as DE, or all",
              type: "text",
              required: true,
              default: "all",
            },
            { key: "indicator", label: "Code of the indicator", type: "text", required: true, default: "SP.POP.TOTL" },
            { key: "years", label: "Years, from:to", type: "text", required: true, default: "2000:2030" },
          ],
          records: "[1]",
          columns: [
            { name: "indicator_id", path: "indicator.id", type: "text" },
            { name: "indicator", path: "indicator.value", type: "text" },
            { name: "country_id", path: "country.id", type: "text" },
            { name: "country", path: "country.value", type: "text" },
            { name: "country_iso3", path: "countryiso3code", type: "text", null_values: [""] },
            { name: "year", path: "date", type: "text" },
            { name: "value", type: "number" },
          ],
          primary_key: ["indicator_id", "country_id", "year"],
          pagination: {
            strategy: "page",
            page_param: "page",
            limit_param: "per_page",
            limit: 1000,
            start: 1,
            total_pages_path: "[0].pages",
          },
        },
      ],
    },
  },
  {
    title: "Earthquakes of the last days",
    description:
      "One row is one earthquake: when, where, how deep (km) and how strong. Choose how far back and from which magnitude; USGS updates the lists every few minutes, and a later run adds new quakes and corrects known ones. From the U.S. Geological Survey, no key, public domain.",
    category: "Science",
    apiDocUrl: "https://earthquake.usgs.gov/earthquakes/feed/v1.0/csv.php",
    definition: {
      protocol: "rest",
      base_url: "https://earthquake.usgs.gov",
      auth: { type: "none" },
      operations: [
        {
          id: "earthquakes",
          name: "Earthquakes",
          method: "GET",
          url: "/earthquakes/feed/v1.0/summary/{list}.csv",
          params_fields: [
            {
              key: "list",
              label: "Which earthquakes",
              type: "select",
              required: true,
              default: "2.5_week",
              options: [
                { value: "2.5_day", label: "Magnitude 2.5 and more, last day" },
                { value: "2.5_week", label: "Magnitude 2.5 and more, last 7 days" },
                { value: "4.5_week", label: "Magnitude 4.5 and more, last 7 days" },
                { value: "4.5_month", label: "Magnitude 4.5 and more, last 30 days" },
                { value: "significant_month", label: "Significant ones, last 30 days" },
              ],
            },
          ],
          response_format: "csv",
          null_values: [""],
          columns: [
            { name: "id", type: "text" },
            { name: "time", type: "date" },
            { name: "magnitude", path: "mag", type: "number" },
            { name: "magnitude_type", path: "magType", type: "text" },
            { name: "place", type: "text" },
            { name: "latitude", type: "number" },
            { name: "longitude", type: "number" },
            { name: "depth_km", path: "depth", type: "number" },
            { name: "type", type: "text" },
            { name: "status", type: "text" },
            { name: "updated", type: "date" },
          ],
          primary_key: "id",
        },
      ],
    },
  },
];
