/**
 * Three ways to run the scenarios (CONTRIBUTING, Tests). Without a path on the command line all of `features` runs; `paths` here
 * would be added to one that is given.
 */
const everywhere = {
  import: ["features/support/**/*.ts", "features/steps/**/*.ts"],
  strict: true,
};

export const http = { ...everywhere, worldParameters: { driver: "http" }, tags: "not @browser and not @javascript" };
export const browser = { ...everywhere, worldParameters: { driver: "browser", javascript: true }, tags: "not @http" };
const withoutJavascript = {
  ...everywhere,
  worldParameters: { driver: "browser", javascript: false },
  tags: "not @http and not @javascript",
};

export { withoutJavascript as "browser-without-javascript" };
export default http;
