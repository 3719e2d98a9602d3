import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import ts from "typescript";

const TESTS = ["**/*.test.{ts,tsx}", "testing/**", "features/**", "bench/**"];

/** Every network client except the egress module's. Their types may be imported anywhere. */
const CLIENTS = [
  "undici",
  "http",
  "https",
  "http2",
  "net",
  "tls",
  "dns",
  "dns/promises",
  "dgram",
  "axios",
  "got",
  "node-fetch",
  "ws",
];
const GO_OUT_BY_EGRESS =
  "Calls to the outside go through infra/egress, which alone checks addresses, redirects and sizes. Take its port as an argument.";
const READ_CONFIG =
  "infra/config/config.ts reads and checks the environment once. Take what you need from its Config as an argument.";
const ONLY_QUERIES = {
  selector:
    "CallExpression[callee.object.property.name='vault'], CallExpression[callee.object.name='vault'], CallExpression[callee.property.name=/^(readStream|readCommand|readAll)$/], CallExpression[callee.object.property.name='log'][callee.property.name='read'], CallExpression[callee.property.name=/^(load|read|history)$/][callee.object.callee.name=/^(aggregate|view)$/]",
  message:
    "Pages and API read no stream and no vault: ask a read model (projections/*/queries.ts), or a use case that answers what may be shown.",
};
const ONE_GATE =
  "Make an endpoint with byteEndpoint or fileEndpoint (app/http/gate) and list it in app/api/gated-endpoints.ts: the gate judges scope, limits, login, parameters and method of each call, and looks at the rights again while an answer goes on.";
/** What adds a handler to an app or router of Express. */
const ADDS_HANDLER = /^(?:all|use|route|param|get|head|options|post|put|patch|delete)$/;
const ONE_WORD_FOR_TESTS = {
  name: "vitest",
  importNames: ["it"],
  message: "Call a test `test`: one word for one thing.",
};
const DRAWERS = /(^|-)(utils?|helpers?|common|shared|misc|services?|managers?)$/;
const KEBAB_NAME = /^[a-z0-9$_]+(-[a-z0-9$]+)*(\.[a-z0-9-]+)*\.(ts|tsx|js|cjs)$/;

const outgoing = [...CLIENTS, ...CLIENTS.map((name) => `node:${name}`)].map((name) => ({
  name,
  message: GO_OUT_BY_EGRESS,
  allowTypeImports: true,
}));
const environment = ["process", "node:process"].map((name) => ({ name, importNames: ["env"], message: READ_CONFIG }));

const PURE =
  "The domain decides the same for the same input: time, waiting, chance and hashes come in as ports (Clock, LocalTime, Ids, Digest in domain/core/ports), or with the command.";
const IMPURE_GLOBALS = [
  "process",
  "crypto",
  "performance",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "requestAnimationFrame",
];
const IMPURE_PROPERTIES = [
  ["Date", "now"],
  ["Math", "random"],
  ["AbortSignal", "timeout"],
  ...["process", "crypto", "performance", "setTimeout", "setInterval"].map((name) => ["globalThis", name]),
];

const CUT_WHOLE =
  "Cut text with cutText (domain/core/text/text.ts): a bare cut can end in the middle of a character, and Postgres refuses the half that stays.";
/** These return ASCII, which may be cut anywhere. */
const ASCII_SOURCES = new Set(["digest", "toISOString", "randomUUID", "toString"]);

const READ_ONCE =
  "app/http/request reads who sends a request, from where and to which host, once: take it from the context (`facts`), or by factsOf(res). A second reader of the same header sooner or later reads it in another way.";
/** Headers that say who sends a request; of the first group no other text has the name. */
const IDENTITY_HEADER = /^(?:x-forwarded(?:-.*)?|x-real-ip|sec-fetch-.*|proxy-authorization|(?:x-|true-|cf-).*-ip)$/i;
const NAMED_HEADER = /^(?:cookie|authorization|host|origin|referer|referrer|forwarded|api_key)$/i;
/** What Node and Express make of these headers, the connection and the address. */
const OF_ANY_REQUEST = /^(?:rawHeaders|headersDistinct|remoteAddress)$/;
const OF_REQUEST = /^(?:ip|ips|host|hostname|protocol|secure|subdomains|query)$/;

const GOES_FORWARD =
  "The clock of a machine jumps: a deadline or a duration by Date.now() then ends at once, or hours late. Take performance.now(); for the time of the day take `new Date()`, and what is stored and shared is in the database's time (DatabaseTime).";

/** A function does one thing: a part that can be named is a function of its own. */
const LONGEST = ["error", { max: 60, skipBlankLines: true, skipComments: true }];

const houseRules = {
  rules: {
    "cut-text": {
      meta: { type: "problem", schema: [], messages: { bare: CUT_WHOLE } },
      create(context) {
        const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
        const checker = program.getTypeChecker();
        const isText = (node) => {
          const type = checker.getNonNullableType(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node)));
          return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0);
        };
        const variableOf = (node) => {
          for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper)
            if (scope.set.has(node.name)) return scope.set.get(node.name);
          return undefined;
        };
        // An index found in the text (by indexOf, by a match) or counted from its end is not a length.
        const isLength = (node) => {
          if (node.type === "Literal") return typeof node.value === "number" && node.value > 0;
          if (node.type === "UnaryExpression") return false;
          if (node.type === "BinaryExpression") {
            const sides = [node.left, node.right];
            return !sides.some((side) => side.type === "MemberExpression" && !isLength(side)) && sides.some(isLength);
          }
          if (node.type === "MemberExpression")
            return !node.computed && node.property.name !== "index" && node.property.name !== "length";
          if (node.type !== "Identifier") return false;
          if (/^[A-Z0-9_]+$/.test(node.name)) return true;
          const [definition] = variableOf(node)?.defs ?? [];
          return (
            (definition?.type === "Parameter" && !/^(at|from|to|end|offset|position)$/.test(node.name)) ||
            (definition?.node.init?.type === "MemberExpression" && isLength(definition.node.init))
          );
        };
        const isAscii = (node) =>
          ASCII_SOURCES.has(method(node)) ||
          (node.type === "Identifier" && ASCII_SOURCES.has(method(variableOf(node)?.defs[0]?.node.init)));
        const method = (node) =>
          node?.type === "CallExpression" && node.callee.type === "MemberExpression"
            ? node.callee.property.name
            : undefined;
        return {
          CallExpression(node) {
            const name = method(node);
            const [from, to] = node.arguments;
            const cuts =
              name === "substring" ||
              name === "substr" ||
              (name === "slice" && from?.type === "Literal" && from.value === 0 && to && isLength(to));
            if (cuts && isText(node.callee.object) && !isAscii(node.callee.object))
              context.report({ node, messageId: "bare" });
          },
        };
      },
    },
    "one-reading": {
      meta: { type: "problem", schema: [], messages: { again: READ_ONCE } },
      create(context) {
        const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
        const checker = program.getTypeChecker();
        const typeOf = (node) => checker.getNonNullableType(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node)));
        const has = (node, name) => checker.getPropertyOfType(typeOf(node), name) !== undefined;
        const isRequest = (node) => has(node, "rawHeaders");
        // Of `Headers`, of Node's incoming headers, or of a part of them.
        const isHeaders = (node) =>
          (node.type === "Identifier" && node.name === "headers") ||
          (node.type === "MemberExpression" && !node.computed && node.property.name === "headers") ||
          has(node, "sec-fetch-site") ||
          has(node, "getSetCookie");
        const isNamed = (text) => typeof text === "string" && (NAMED_HEADER.test(text) || IDENTITY_HEADER.test(text));
        const keyOf = ({ key, computed }) => (!computed && key?.type === "Identifier" ? key.name : key?.value);
        const report = (node) => context.report({ node, messageId: "again" });
        const checkPattern = (pattern, from) => {
          if (pattern?.type !== "ObjectPattern") return;
          for (const property of pattern.properties.filter(({ type }) => type === "Property")) {
            const name = keyOf(property);
            const inner = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
            if (from === "headers" ? isNamed(name) : OF_ANY_REQUEST.test(name)) report(property);
            if (from === "request" && OF_REQUEST.test(name)) report(property);
            checkPattern(inner, name === "headers" ? "headers" : "other");
          }
        };
        const kindOf = (node) => (isHeaders(node) ? "headers" : isRequest(node) ? "request" : "other");
        return {
          Literal(node) {
            if (typeof node.value === "string" && IDENTITY_HEADER.test(node.value)) report(node);
          },
          MemberExpression(node) {
            const { object, property, computed } = node;
            const name = computed ? property.value : property.name;
            if (computed && property.type !== "Literal") {
              // Whatever its name will be.
              if (has(object, "sec-fetch-site")) report(node);
            } else if (OF_ANY_REQUEST.test(name)) report(node);
            else if (OF_REQUEST.test(name) ? isRequest(object) : NAMED_HEADER.test(name) && isHeaders(object))
              report(node);
          },
          CallExpression({ callee, arguments: [name] }) {
            if (callee.type !== "MemberExpression" || !/^(?:get|getAll|has|header)$/.test(callee.property.name)) return;
            if (name?.type === "Literal" && NAMED_HEADER.test(String(name.value))) report(name);
          },
          VariableDeclarator: ({ id, init }) => init && checkPattern(id, kindOf(init)),
          ":function": ({ params }) => {
            for (const param of params) {
              const pattern = param.type === "AssignmentPattern" ? param.left : param;
              if (pattern.type === "ObjectPattern") checkPattern(pattern, kindOf(pattern));
            }
          },
        };
      },
    },
    "one-gate": {
      meta: { type: "problem", schema: [], messages: { beside: ONE_GATE } },
      create(context) {
        const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
        const checker = program.getTypeChecker();
        const isRouter = (node) => {
          const type = checker.getNonNullableType(checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node)));
          return ["use", "all", "route", "patch"].every((name) => checker.getPropertyOfType(type, name) !== undefined);
        };
        return {
          MemberExpression(node) {
            const { object, property, computed, parent } = node;
            if (!isRouter(object)) return;
            const name = computed ? property.value : property.name;
            // Whatever its name will be.
            const isUnknown = computed && property.type !== "Literal";
            // With one argument it reads a setting.
            const readsSetting = name === "get" && parent.callee === node && parent.arguments.length === 1;
            if (isUnknown || (ADDS_HANDLER.test(name) && !readsSetting)) context.report({ node, messageId: "beside" });
          },
          VariableDeclarator({ id, init }) {
            if (id.type === "ObjectPattern" && init && isRouter(init))
              context.report({ node: id, messageId: "beside" });
          },
        };
      },
    },
    "goes-forward": {
      meta: { type: "problem", schema: [], messages: { jumps: GOES_FORWARD } },
      create: (context) => ({
        "MemberExpression[object.name='Date'][property.name='now']": (node) =>
          context.report({ node, messageId: "jumps" }),
      }),
    },
    names: {
      meta: { type: "problem", schema: [], messages: { drawer: "{{reason}}" } },
      create: (context) => ({
        Program(node) {
          const parts = context.filename.slice(context.cwd.length + 1).split("/");
          const file = parts.at(-1) ?? "";
          const stem = file.split(".")[0] ?? "";
          const report = (reason) => context.report({ node, messageId: "drawer", data: { reason } });
          if (stem === "index") report("No barrels: import the module itself, and name this file for its main export.");
          if ([...parts.slice(0, -1), stem].some((part) => DRAWERS.test(part)))
            report("A drawer takes anything. Name the file or folder for the one thing that it is about.");
          if (!KEBAB_NAME.test(file)) report("File names are in kebab-case, for their one main export.");
        },
      }),
    },
  },
};

export default tseslint.config(
  { ignores: ["node_modules/", "build/", "cli/client/api.d.ts", "coverage/", ".data/", "tmp/", ".vitest/", "public/"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { house: houseRules },
    rules: {
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": LONGEST,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "house/names": "error",
      "house/cut-text": "error",
      "no-console": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { allowDefaultCaseForExhaustiveSwitch: false, requireDefaultForNonUnion: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      // Form fields are `string | File` to TypeScript and always text in our forms.
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      // An async function without await turns an error into a rejection, as its port promises.
      "@typescript-eslint/require-await": "off",
      // Ports are objects of functions that never use `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-restricted-imports": ["error", { paths: [...outgoing, ...environment] }],
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource"].map((name) => ({ name, message: GO_OUT_BY_EGRESS })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: READ_CONFIG },
        { object: "globalThis", property: "fetch", message: GO_OUT_BY_EGRESS },
      ],
    },
  },
  {
    // A read model handles its own events and ignores all others.
    files: ["projections/**", "runners/**"],
    rules: { "@typescript-eslint/switch-exhaustiveness-check": "off" },
  },
  {
    // Unions of other packages grow independently of us: a default is right there.
    files: ["domain/connector-language/**", "infra/**"],
    rules: {
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
    },
  },
  {
    files: ["domain/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["fetch", "WebSocket", "EventSource"].map((name) => ({ name, message: GO_OUT_BY_EGRESS })),
        ...IMPURE_GLOBALS.map((name) => ({ name, message: PURE })),
      ],
      "no-restricted-properties": [
        "error",
        { object: "globalThis", property: "fetch", message: GO_OUT_BY_EGRESS },
        ...IMPURE_PROPERTIES.map(([object, property]) => ({ object, property, message: PURE })),
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: PURE },
        { selector: "CallExpression[callee.name='Date']", message: PURE },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    // In Remix a thrown Response is an answer.
    rules: { ...reactHooks.configs.recommended.rules, "@typescript-eslint/only-throw-error": "off" },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: TESTS,
    rules: { "no-restricted-syntax": ["error", ONLY_QUERIES] },
  },
  {
    files: ["app/**/*.{ts,tsx}", "server.ts", "server/**/*.ts"],
    // The gate, what is in front of and behind it, and the addresses of a supervisor.
    ignores: [
      ...TESTS,
      "app/http/gate/mount-endpoints.ts",
      "app/http/server/web-app.ts",
      "app/http/server/operations.ts",
      "server/operations/operations-server.ts",
    ],
    rules: { "house/one-gate": "error" },
  },
  {
    files: ["app/**/*.{ts,tsx}", "server.ts", "server/**/*.ts"],
    ignores: [...TESTS, "app/http/request/**"],
    rules: { "house/one-reading": "error" },
  },
  {
    files: [
      "app/**/*.{ts,tsx}",
      "infra/**/*.ts",
      "projections/**/*.ts",
      "runners/**/*.ts",
      "server.ts",
      "server/**/*.ts",
    ],
    ignores: TESTS,
    rules: { "house/goes-forward": "error" },
  },
  {
    // The command is a program of its own: it calls the API, and its user sets its environment.
    files: ["cli/**"],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
  },
  {
    // The only outbound client, and the two places that serve HTTP instead of calling it.
    files: ["infra/egress/**", "infra/sandbox-api/**", "server.ts", "server/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": ["error", { paths: environment }],
      "no-restricted-globals": "off",
    },
  },
  {
    files: ["infra/config/config.ts", "server.ts", "server/**", "infra/cli/**", "scripts/**", "*.config.ts"],
    rules: {
      "no-restricted-properties": "off",
      "@typescript-eslint/no-restricted-imports": ["error", { paths: outgoing }],
      "no-console": "off",
    },
  },
  {
    files: ["server.ts", "server/**"],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
  {
    files: TESTS,
    rules: {
      "max-lines": "off",
      "max-lines-per-function": "off",
      "house/cut-text": "off",
      "no-console": "off",
      "no-restricted-globals": "off",
      "no-restricted-properties": "off",
      "no-restricted-syntax": "off",
      "@typescript-eslint/no-restricted-imports": ["error", { paths: [ONE_WORD_FOR_TESTS] }],
      "@typescript-eslint/restrict-template-expressions": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unsafe-call": "off",
    },
  },
);
