import type { AppContext } from "../platform.ts";
import { profileHref } from "../ui/data/item.ts";
import type { Destination, DestinationGroup } from "./destination.ts";

/** Most places of a kind. */
const MOST = 5;
const FIRST = { page: 1, after: null, before: null } as const;

const PAGES: readonly Destination[] = [
  { to: "/datastore", label: "DataStore", about: "Page" },
  { to: "/dataapps", label: "Data apps", about: "Page" },
  { to: "/documentation", label: "Documentation: Excel, Power BI, Python", about: "Page" },
  { to: "/documentation/api", label: "Documentation: API for programs", about: "Page" },
  { to: "/documentation/command-line", label: "Documentation: command line", about: "Page" },
  { to: "/documentation/connectors", label: "Documentation: connector definitions", about: "Page" },
  { to: "/documentation/keys", label: "Documentation: keys of definitions", about: "Page" },
  { to: "/api-documentation", label: "API documentation", about: "Page" },
  { to: "/blog", label: "Blog", about: "Page" },
  { to: "/contact", label: "Contact", about: "Page" },
];
const FOR_VISITORS: readonly Destination[] = [
  { to: "/login", label: "Login", about: "Action" },
  { to: "/register", label: "Register", about: "Action" },
];
const FOR_USERS: readonly Destination[] = [
  { to: "/upload", label: "Upload a dataset", about: "Action" },
  { to: "/upload?tab=connector", label: "Create a connector", about: "Action" },
  { to: "/upload/import", label: "Import a connector from OpenAPI or curl", about: "Action" },
  { to: "/manage", label: "Manage Data: connections and access", about: "Page" },
  { to: "/manage?tab=uploaded", label: "Manage Data: uploaded data", about: "Page" },
  { to: "/manage?tab=stream", label: "Manage Data: stream data, streaming key", about: "Page" },
  { to: "/account", label: "Account: name and e-mail", about: "Page" },
  { to: "/account?tab=security", label: "Account: password and sessions", about: "Page" },
  { to: "/account?tab=api-keys", label: "Account: API keys", about: "Page" },
  { to: "/account?tab=plan", label: "Account: plan and usage", about: "Page" },
];

/** Where the viewer can go by this name: actions and pages, items, their connections and runs, and people. */
export async function findDestinations({ platform, viewer }: AppContext, q: string): Promise<DestinationGroup[]> {
  const { catalogue } = platform.queries;
  const [items, connections, people] = await Promise.all([
    q === "" ? [] : itemsNamed(platform, viewer?.id ?? null, q),
    viewer ? catalogue.connectionsNamed(viewer.id, q, MOST) : [],
    catalogue.authorsNamed(q, MOST),
  ]);
  const runs = await platform.queries.instances.lastRuns(connections.map(({ instanceId }) => instanceId));
  const groups: DestinationGroup[] = [
    { name: "Actions and pages", places: named([...(viewer ? FOR_USERS : FOR_VISITORS), ...PAGES], q) },
    { name: "DataStore", places: items },
    {
      name: "Your connections",
      places: connections.map(({ connectorId, title }) => ({
        to: `/connector_profile/${connectorId}?tab=output`,
        label: title,
        about: "Connection",
      })),
    },
    {
      name: "Your last runs",
      places: connections.flatMap(({ instanceId, title }) => {
        const run = runs.get(instanceId);
        return run ? [{ to: `/run/${run.id}`, label: `Run ${run.number} of ${title}`, about: run.status }] : [];
      }),
    },
    {
      name: "People",
      places: people.map(({ name }) => ({
        to: `/datastore?${new URLSearchParams({ q: name })}`,
        label: name,
        about: "Author",
      })),
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}

async function itemsNamed({ queries }: AppContext["platform"], viewer: string | null, q: string) {
  const filter = { q, type: null, categories: [], sort: "relevance" } as const;
  const { items } = await queries.catalogue.search(viewer, filter, FIRST, MOST);
  return items.map(({ kind, profileId, title }) => ({
    to: profileHref({ kind, id: profileId }),
    label: title,
    about: kind === "connector" ? "Connector" : "Dataset",
  }));
}

/** Those with all words of the text at the beginning of one of theirs. */
function named(places: readonly Destination[], q: string): readonly Destination[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const has = ({ label }: Destination) => {
    const own = label.toLowerCase().split(/[\s,:]+/);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
  return places.filter(has).slice(0, words.length === 0 ? MOST + 2 : MOST);
}
