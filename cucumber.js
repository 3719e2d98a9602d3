/** Every scenario runs once with each profile; a tag names the few that need what a profile lacks. */
const everywhere = {
  paths: ["features/**/*.feature"],
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
