import type { DocPage } from "./doc-page.ts";
import { filesPage } from "./files-page.ts";
import { examplesPage, keysPages, languagePage } from "./language-pages.ts";
import { apiPage, commandPage } from "./program-pages.ts";
import { toolsPage } from "./tools-page.ts";
import { webhooksPage } from "./webhooks-page.ts";

/** The documentation, in reading order. */
export const documentation: readonly DocPage[] = [
  toolsPage,
  filesPage,
  apiPage,
  commandPage,
  webhooksPage,
  languagePage,
  examplesPage,
  ...keysPages,
];
