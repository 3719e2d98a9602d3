import { findingSentence } from "../../core/findings/finding.ts";
import type { Steps } from "../../core/limits/steps.ts";
import {
  cleanText,
  type Imported,
  type ImportLoss,
  type ImportNote,
  type NotImported,
  notPortable,
  withinSteps,
} from "../imported.ts";
import type { Choices } from "../openapi/openapi-definition.ts";
import { firstOnes } from "../wanted-operations.ts";
import { assembled, titleOf } from "./assembled.ts";
import { openManifest } from "./manifest.ts";
import { Settings } from "./settings/spec-settings.ts";
import type { StreamLoss } from "./stream-draft.ts";
import { Streams } from "./streams.ts";

/** The streams of a manifest to choose from. `steps`: what reading it may cost, if not as much as usual. */
export function streamChoices(value: unknown, steps?: Steps): Choices {
  return withinSteps(() => {
    const opened = openManifest(value, steps);
    if (!opened.ok) return opened;
    const streams = new Streams(opened.root, new Settings(opened.root, []));
    if (streams.all.length === 0) return NO_STREAMS;
    const choices = streams.all.map((stream) => {
      streams.read(stream);
      const lost = stream.draft.losses.find(({ rows }) => rows);
      const { method = "GET", url = "" } = stream.made?.operation ?? {};
      const request = `${String(method)} ${String(url)}`;
      const summary = lost === undefined ? request : `Cannot be taken: ${findingSentence(lost.finding)}`;
      return { key: stream.name, summary: cleanText(summary, 200), usual: lost === undefined };
    });
    return { ok: true, title: titleOf(opened.root), choices };
  });
}

/**
 * Makes a connector from a low-code manifest (YAML or JSON as parsed). `wanted`: streams by name; without it all that can
 * be carried over without losing rows. `steps`: what reading it may cost, if not as much as usual.
 */
export function importAirbyte(value: unknown, wanted: readonly string[] | null = null, steps?: Steps): Imported {
  return withinSteps(() => {
    const opened = openManifest(value, steps);
    if (!opened.ok) return opened;
    const notes: ImportNote[] = [];
    const settings = new Settings(opened.root, notes);
    const streams = new Streams(opened.root, settings);
    if (streams.all.length === 0) return streams.losses.length > 0 ? notPortable(streams.losses) : NO_STREAMS;
    const left: ImportLoss[] = [];
    const chosen =
      wanted === null
        ? firstOnes(streams.all, ({ component }) => component.place, "too-many-streams", left)
        : streams.named(wanted);
    if (!Array.isArray(chosen)) return chosen;
    for (const stream of chosen) streams.read(stream);
    const lost: StreamLoss[] = [...streams.losses, ...left.map((loss) => ({ ...loss, rows: true }))];
    return assembled({ root: opened.root, settings, notes, chosen, lost, isNamed: wanted !== null });
  });
}

const NO_STREAMS: NotImported = { ok: false, message: "The manifest has no streams." };
