/**
 * The scenarios run in four profiles, chosen by tags (CONTRIBUTING, Tests). Without a path on the command line all of
 * `features` runs; `paths` here would be added to a given one.
 */
const everywhere = {
  import: ["features/support/**/*.ts", "features/steps/**/*.ts"],
  strict: true,
};

export const http = { ...everywhere, worldParameters: { driver: "http" }, tags: "not @browser and not @javascript" };
export const browser = {
  ...everywhere,
  worldParameters: { driver: "browser" },
  tags: "not @http and not @without-javascript",
};
const textBrowser = {
  ...everywhere,
  worldParameters: { driver: "text-browser" },
  tags: "@without-javascript or @both-browsers",
};
const withoutJavascript = {
  ...everywhere,
  worldParameters: { driver: "browser-without-javascript" },
  tags: "@style-sheets",
};

export { textBrowser as "text-browser", withoutJavascript as "browser-without-javascript" };
export default http;
