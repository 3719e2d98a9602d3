import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "playwright-core";

/** Chromium without windows, made for tests: it takes less processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const INSTALLED = [
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine: the one that CHROMIUM_PATH names, the system's, else one that Playwright fetched earlier. */
export function findChromium(): string | undefined {
  return [process.env["CHROMIUM_PATH"] ?? "", ...INSTALLED, chromium.executablePath()].find(
    (file) => file !== "" && existsSync(file),
  );
}

/** The same, and installs one if it is missing: Debian's package if we are root, else Playwright's download. */
export function ensureChromium(): string {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen && existsSync(chosen)) return chosen;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !existsSync(HEADLESS_SHELL)) installDebianPackage();
  if (findChromium() === undefined) run(process.execPath, [playwrightProgram(), "install", "chromium"]);
  const brought = findChromium();
  if (brought === undefined)
    throw new Error("There is no Chromium and none could be installed. Install one, or set CHROMIUM_PATH to it.");
  return brought;
}

function installDebianPackage(): void {
  console.log("Installing Chromium's headless shell for the browser tests …");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"]);
}

function playwrightProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("playwright-core/package.json");
  return path.join(path.dirname(manifest), "cli.js");
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 300_000,
  });
}
