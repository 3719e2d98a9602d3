import { type Finding, finding } from "../../core/findings/finding.ts";
import { freeId } from "../field-keys.ts";
import { cleanText, lossAt, type NotImported } from "../imported.ts";
import { wantedOnes } from "../wanted-operations.ts";
import type { Component } from "./manifest.ts";
import type { Settings } from "./settings/spec-settings.ts";
import { StreamDraft, type StreamLoss } from "./stream-draft.ts";
import { readStream, type StreamMade } from "./stream.ts";

const MAX_PARENTS = 10;

/** A stream of a manifest, as far as it has been read. */
export interface Stream {
  readonly name: string;
  readonly id: string;
  readonly component: Component;
  readonly draft: StreamDraft;
  made: StreamMade | null;
  /** The streams whose rows it goes through. */
  readonly parents: Set<Stream>;
  state: "unread" | "open" | "read";
}

/** The streams of a manifest; each is read once, after those that it goes through. */
export class Streams {
  readonly all: readonly Stream[];
  readonly losses: StreamLoss[] = [];
  readonly #byName = new Map<string, Stream>();
  readonly #ids = new Set<string>();
  readonly #settings: Settings;

  constructor(root: Component, settings: Settings) {
    this.#settings = settings;
    this.all = root.components("streams").flatMap((component, index) => this.#add(component, index));
    for (const component of root.components("dynamic_streams"))
      this.#loseRows(component, "dynamic-streams", finding("part-unsupported", { part: "dynamic-streams" }));
  }

  named(names: readonly string[]): Stream[] | NotImported {
    return wantedOnes(names, (name) => this.#byName.get(name), { source: "The manifest", one: "stream" });
  }

  read(stream: Stream, depth = 0): void {
    if (stream.state !== "unread") return;
    stream.state = "open";
    stream.made = readStream(stream.component, stream.draft, (component, isWhole) =>
      this.#parent(stream, component, isWhole, depth),
    );
    stream.state = "read";
  }

  #parent(child: Stream, component: Component, isWhole: boolean, depth: number) {
    const name = component.text("name") ?? "";
    const parent = this.#byName.get(name) ?? this.#add(component, 0)[0];
    if (parent === undefined || parent.state === "open" || depth >= MAX_PARENTS) return null;
    this.read(parent, depth + 1);
    if (parent.made === null || parent.draft.losses.some(({ rows }) => rows)) return null;
    child.parents.add(parent);
    if (isWhole && !parent.draft.readsWhole && parent.made.operation.incremental !== undefined) {
      parent.draft.readsWhole = true;
      parent.draft.note(parent.component.place, finding("parent-read-whole", {}));
    }
    return { id: parent.id, draft: parent.draft };
  }

  #add(written: Component, index: number): Stream[] {
    const component = this.#forNewRows(written);
    const name = component.text("name") ?? `stream_${index + 1}`;
    const plain = cleanText(name.includes("{{") ? `stream_${index + 1}` : name, 200);
    if (this.#byName.has(plain)) {
      this.#loseRows(component, "stream", finding("stream-name-repeated", { name: plain }));
      return [];
    }
    const draft = new StreamDraft(plain, this.#settings);
    const id = freeId(plain, this.#ids);
    const stream: Stream = { name: plain, id, component, draft, made: null, parents: new Set(), state: "unread" };
    this.#byName.set(plain, stream);
    return [stream];
  }

  #loseRows({ place }: Component, feature: string, found: Finding): void {
    this.losses.push({ ...lossAt(place, feature, found), rows: true });
  }

  /** Of a stream in two forms the one that reads everything. */
  #forNewRows(component: Component): Component {
    if (component.type() !== "StateDelegatingStream") return component;
    return component.component("full_refresh_stream") ?? component;
  }
}
