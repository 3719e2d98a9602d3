import { createRequire } from "node:module";

/**
 * Loaded before the server under test: the React that people run. By NODE_ENV `test` React would choose its development
 * build, which takes five times as long for a page. What is loaded here is kept, and the pages get it.
 */
const require = createRequire(import.meta.url);
const nodeEnv = process.env["NODE_ENV"];
process.env["NODE_ENV"] = "production";
for (const name of ["react", "react/jsx-runtime", "react-dom/server", "@remix-run/react"]) require(name);
process.env["NODE_ENV"] = nodeEnv;
