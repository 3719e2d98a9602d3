/**
 * The floors of the house. Each rule's comment is what you see when it breaks: it says what to do instead.
 * Tests, features and entry points that compose the product may reach everywhere and are left out by NOT_JUDGED.
 */
const TESTS = "\\.(test|int\\.test)\\.tsx?$|^(testing|features|scripts|bench)/";
const ENTRY_POINTS = "^server(\\.ts$|/)|^infra/cli/";
const NOT_JUDGED = `${TESTS}|${ENTRY_POINTS}`;
/** Topics of domain/use-cases, the lowest level first. */
const TOPICS = [
  "accounts|authoring|blog|plan-slots",
  "api-access|datasets",
  "connecting|running|administration",
  "trying",
];
/** The rooms of domain/connector-language, each above those it may import. validation stands beside: it may import all but engine. */
const LANGUAGE_ROOMS = [
  "json",
  "definition",
  "settings",
  "consent",
  "request",
  "response",
  "sign-in",
  "rounds",
  "table",
  "engine",
];
const LANGUAGE = "^domain/connector-language/";
const roomRule = (room, above) => ({
  name: "language-rooms-in-order",
  comment: `The rooms of the connector language are in the order ${LANGUAGE_ROOMS.join(" ← ")}. What two rooms need belongs to the lower one.`,
  severity: "error",
  from: { path: `${LANGUAGE}${room}/`, pathNot: NOT_JUDGED },
  to: { path: `${LANGUAGE}(${above.join("|")})/` },
});
const FLOORS = "domain|projections|infra|runners|app|testing";

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "domain-aggregates-stand-alone",
      comment:
        "An aggregate knows itself and domain/core only. Put what spans two aggregates into a use case (domain/use-cases), or let the caller read the fact it needs and hand it in with the command.",
      severity: "error",
      from: { path: "^domain/([^/]+)/", pathNot: `^domain/(use-cases|connector-import)/|${NOT_JUDGED}` },
      to: { path: "^domain/", pathNot: "^domain/($1|core)/" },
    },
    ...TOPICS.map((level, index) => ({
      name: `topics-of-level-${index + 1}-use-lower-ones`,
      comment:
        "Topics of domain/use-cases use topics of lower levels only (TOPICS in this file), so they are in no circle. Put what two topics need into a lower one, or into domain/core.",
      severity: "error",
      from: { path: `^domain/use-cases/(${level})/`, pathNot: NOT_JUDGED },
      to: {
        path: `^domain/use-cases/(${TOPICS.slice(index).join("|")})/`,
        pathNot: "^domain/use-cases/$1/",
      },
    })),
    {
      name: "imports-know-the-language",
      comment:
        "domain/connector-import turns other descriptions into definitions: it knows domain/connector-language, domain/core and itself. Parsing of YAML, files and drafts belong to those who call it.",
      severity: "error",
      from: { path: "^domain/connector-import/", pathNot: NOT_JUDGED },
      to: { path: "^domain/|node_modules/", pathNot: "^domain/(connector-import|connector-language|core)/" },
    },
    {
      name: "domain-is-pure",
      comment:
        "The domain does no I/O and knows no Node built-in. Declare a port in domain/core/ports/ports.ts, implement it in infra, and take its answer with the command.",
      severity: "error",
      from: { path: "^domain/", pathNot: NOT_JUDGED },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "domain-needs-zod-only",
      comment:
        "zod is the one package of the domain (and saxes of the connector language, docs/decisions/013). Write the few lines yourself, or put the work behind a port that infra implements.",
      severity: "error",
      from: { path: "^domain/", pathNot: NOT_JUDGED },
      to: { path: "node_modules/", pathNot: "node_modules/(zod|saxes|xmlchars)/" },
    },
    {
      name: "saxes-reads-answers-only",
      comment: "Only domain/connector-language reads XML (docs/decisions/013).",
      severity: "error",
      from: { path: "^domain/", pathNot: `^domain/connector-language/|${NOT_JUDGED}` },
      to: { path: "node_modules/saxes/" },
    },
    {
      name: "domain-is-the-ground-floor",
      comment:
        "The domain imports no other floor. Turn the dependency round: declare a port in domain/core/ports/ports.ts.",
      severity: "error",
      from: { path: "^domain/", pathNot: NOT_JUDGED },
      to: { path: "^(projections|infra|runners|app)/|^server(\\.ts$|/)" },
    },
    {
      name: "read-models-read-events",
      comment:
        "A read model is built from events alone: import domain/*/events.ts, domain/core and kysely. What a decider computes belongs into its event.",
      severity: "error",
      from: { path: "^projections/", pathNot: NOT_JUDGED },
      to: { path: "^domain/", pathNot: "^domain/[^/]+/[a-z-]*events\\.ts$|^domain/core/" },
    },
    {
      name: "read-models-stand-alone",
      comment:
        "A read model knows no other one, so each can be rebuilt by itself. Project the events you need into tables of your own.",
      severity: "error",
      from: { path: "^projections/([^/]+)/", pathNot: NOT_JUDGED },
      to: { path: "^projections/[^/]+/", pathNot: "^projections/$1/" },
    },
    {
      name: "read-models-need-kysely-only",
      comment:
        "kysely is the one package of a read model. Anything else belongs before the event (domain) or after the query (app, infra).",
      severity: "error",
      from: { path: "^projections/", pathNot: NOT_JUDGED },
      to: { path: "node_modules/", pathNot: "node_modules/kysely/" },
    },
    {
      name: "read-models-import-no-upper-floor",
      comment: "Read models know neither infra nor those who ask. The follower hands them their database.",
      severity: "error",
      from: { path: "^projections/", pathNot: NOT_JUDGED },
      to: { path: "^(infra|runners|app)/|^server(\\.ts$|/)" },
    },
    {
      name: "infra-knows-read-models-by-their-list",
      comment:
        "infra runs all read models alike: import projections/all.ts (or the type in projections/projection.ts), never one model.",
      severity: "error",
      from: { path: "^infra/", pathNot: NOT_JUDGED },
      to: { path: "^projections/", pathNot: "^projections/[^/]+\\.ts$" },
    },
    {
      name: "infra-serves-ports",
      comment:
        "infra implements the domain's ports and knows nobody who calls them. Take what you need as an argument; server.ts composes.",
      severity: "error",
      from: { path: "^infra/", pathNot: NOT_JUDGED },
      to: { path: "^(app|runners)/|^server(\\.ts$|/)" },
    },
    {
      name: "app-gets-its-tools-from-the-context",
      comment:
        "Routes never import infra or runners: what a route needs arrives in the Remix load context (app/platform.ts), which server.ts fills.",
      severity: "error",
      from: { path: "^app/", pathNot: NOT_JUDGED },
      to: { path: "^(infra|runners)/|^server(\\.ts$|/)" },
    },
    {
      name: "app-asks-queries",
      comment:
        "A route reads through a model's queries.ts (all.ts has their type). Add the query there instead of reaching for the model's tables.",
      severity: "error",
      from: { path: "^app/", pathNot: NOT_JUDGED },
      to: { path: "^projections/", pathNot: "^projections/([^/]+/[a-z-]*queries|all)\\.ts$" },
    },
    {
      name: "pages-stand-alone",
      comment:
        "A page knows no other page. Move what two pages use into a room of its subject beside pages (app/items, app/runs, app/connectors, …), or into app/ui when it is about no subject.",
      severity: "error",
      from: { path: "^app/pages/([^/]+)/", pathNot: NOT_JUDGED },
      to: { path: "^app/pages/", pathNot: "^app/pages/$1/" },
    },
    {
      name: "pages-are-for-routes",
      comment:
        "Only app/routes.ts and app/root.tsx know pages. Move what another room needs out of the page, into a room of its subject.",
      severity: "error",
      from: { path: "^app/", pathNot: `^app/(pages/|root\\.tsx$|routes\\.ts$)|${NOT_JUDGED}` },
      to: { path: "^app/pages/" },
    },
    {
      name: "shapes-are-for-the-api",
      comment:
        "Only the API uses the field names of its answers. Pages and the rooms of subjects work on rows as queries give them (projections/*/queries.ts).",
      severity: "error",
      from: { path: "^app/", pathNot: `^app/(api/|entry\\.server\\.tsx$|pages/api-documentation/)|${NOT_JUDGED}` },
      to: { path: "^app/api/" },
    },
    {
      name: "app-only-queries",
      comment:
        "Pages and API read no stream and no vault: ask a read model (projections/*/queries.ts), or a use case that answers what may be shown.",
      severity: "error",
      from: { path: "^app/", pathNot: NOT_JUDGED },
      to: { path: "^domain/use-cases/api-access/instance-config\\.ts$" },
    },
    {
      name: "runners-take-ports-as-arguments",
      comment:
        "Runners know the domain and the read models; their ports arrive as arguments. server.ts and server/ compose.",
      severity: "error",
      from: { path: "^runners/", pathNot: NOT_JUDGED },
      to: { path: "^(infra|app)/|^server(\\.ts$|/)" },
    },
    {
      name: "the-command-is-a-program-of-its-own",
      comment:
        "The command calls the API over HTTP with types made from its document, and needs no package, so that one file of it runs anywhere (docs/notes/085). What it needs from the product is a call.",
      severity: "error",
      from: { path: "^cli/", pathNot: NOT_JUDGED },
      to: { pathNot: "^cli/", dependencyTypesNot: ["core"] },
    },
    {
      name: "nobody-imports-the-command",
      comment: "The command is the API's client. What the product needs too belongs into the product.",
      severity: "error",
      from: { path: `^(${FLOORS}|server)/|^server\\.ts$`, pathNot: NOT_JUDGED },
      to: { path: "^cli/" },
    },
    {
      name: "nothing-imports-tests-or-scripts",
      comment: "Product code stands without its tests and scripts. Move what both need into the floor it belongs to.",
      severity: "error",
      from: { path: `^(${FLOORS}|server)/|^server\\.ts$`, pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "cross-a-floor-by-its-name",
      comment:
        "An import that leaves its floor is written #domain/…, #projections/…, #infra/…, #runners/…, #app/… or #testing/…, so that the head of a file shows where it stands.",
      severity: "error",
      from: { path: `^(${FLOORS})/` },
      to: { path: `^(${FLOORS})/`, pathNot: "^$1/", dependencyTypesNot: ["aliased-subpath-import"] },
    },
    {
      name: "stay-on-a-floor-by-path",
      comment: "Inside a floor imports are relative (./x.ts); # is for crossing.",
      severity: "error",
      from: { path: `^(${FLOORS})/` },
      to: { path: "^$1/", dependencyTypes: ["aliased-subpath-import"] },
    },
    ...LANGUAGE_ROOMS.map((room, at) => roomRule(room, [...LANGUAGE_ROOMS.slice(at + 1), "validation"])),
    roomRule("validation", ["engine"]),
    {
      name: "the-file-store-is-called-in-one-room",
      comment:
        "The store of FILES_URL is the operator's own, as the database is, so it is not called through infra/egress, which is for addresses of users. Only infra/files/s3 calls it (docs/decisions/111): take a FileStore as an argument.",
      severity: "error",
      from: { path: `^(${FLOORS}|server)/|^server\\.ts$`, pathNot: `^infra/files/s3/|${TESTS}` },
      to: { path: "node_modules/@(aws-sdk|smithy)/" },
    },
    {
      name: "no-circles",
      comment:
        "Two modules that need each other, if only for a type, are one module, or a third one is missing: move what both need there.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "imports-resolve",
      comment: "This import leads nowhere. Correct the path, or add the package to package.json.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "packages-are-declared",
      comment: 'This package only happens to be installed. Add it to "dependencies" in package.json.',
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "product-runs-without-dev-packages",
      comment:
        'What runs in production stands under "dependencies" in package.json. Move the package, or use it in tests only. The build alone reads the routes, and only a server in development loads Vite.',
      severity: "error",
      from: {
        path: `^(${FLOORS}|server)/|^server\\.ts$`,
        pathNot: [...[TESTS].flat(), "^app/routes\\.ts$", "^server/web/page-build\\.ts$"],
      },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|coverage|\\.data|tmp)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
};
