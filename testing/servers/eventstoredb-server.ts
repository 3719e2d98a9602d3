import {
  appendAnswer,
  asResponse,
  type Entry,
  features,
  grpc,
  type Message,
  messages,
  type Proposed,
  type Refused,
  ServerFeaturesService,
  StreamsService,
} from "./eventstoredb-messages.ts";
import { type SilentFront, startSilentFront } from "./silent-front.ts";

/**
 * A small server in memory that implements as much of EventStoreDB's protocol as the log needs, with the documented
 * semantics: expected revisions, appends that are repeated with the same ids, $all with events that are not ours,
 * filtered catch-up subscriptions with checkpoints. As on a real one an append is flushed before it is acknowledged and
 * can be read, while conflicts with it are answered at once; appends have a size and a deadline. It shows that the adapter uses the client correctly, not that a
 * real server agrees: `npm run test:eventstore` shows that.
 */
export type ProtocolServer = {
  readonly url: string;
  /** Its content; another server can continue with it after this one was closed. */
  readonly state: ServerState;
  /** What clients have asked of it and been sent since it was started. */
  readonly traffic: Traffic;
  /** Ends every open subscription, as a server does when it stops. */
  cutSubscriptions(): void;
  /** Appends are neither flushed nor acknowledged until what this returns is called. */
  holdFlushes(): () => void;
  /** The next question for the server's methods, which a client asks before its first append, fails with this status of gRPC. */
  failMethods(status: number): void;
  /** No byte passes in either direction and nothing is closed, as of a process that is stopped. */
  silence(on: boolean): void;
  close(): void;
};

/** What a real server takes at once unless it is configured otherwise. */
const MAX_APPEND_BYTES = 1_048_576;

export type Traffic = { appends: number; reads: number; subscriptions: number; eventsSent: number };

type ServerState = { readonly log: Entry[]; readonly streams: Map<string, Entry[]> };

/**
 * Listens on `port` of loopback, by default any free one, with an empty log unless `state` is that of an earlier
 * server.
 */
export async function startProtocolServer({
  port: wanted = 0,
  state = { log: [], streams: new Map() },
}: { port?: number; state?: ServerState } = {}): Promise<ProtocolServer> {
  const { log, streams } = state;
  const subscriptions = new Set<{ push(): void; call: Message }>();
  /** So many events of the log are flushed: the others cannot be read yet. */
  let flushed = log.length;
  let mayFlush: Promise<void> = Promise.resolve();
  const flushedOf = (entries: readonly Entry[] = []): readonly Entry[] => {
    const end = BigInt(flushed * 137);
    return (entries.at(-1)?.position ?? 0n) <= end ? entries : entries.filter(({ position }) => position <= end);
  };
  let failing: number | null = null;
  const traffic: Traffic = { appends: 0, reads: 0, subscriptions: 0, eventsSent: 0 };
  const send = (call: Message, entry: Entry): void => {
    traffic.eventsSent += 1;
    call.write(asResponse(entry));
  };

  const write = (stream: string, proposed: Proposed[]): void => {
    const entries = streams.get(stream) ?? [];
    streams.set(stream, entries);
    const transaction = BigInt((log.length + 1) * 137);
    for (const each of proposed) {
      const position = BigInt((log.length + 1) * 137);
      const entry = { ...each, stream, revision: entries.length, position, transaction };
      entries.push(entry);
      log.push(entry);
    }
  };

  /** Writes the events, unless they are those of an earlier attempt; or says why not. */
  const append = (stream: string, expected: number, proposed: Proposed[]): Refused | null => {
    const size = proposed.reduce(
      (sum, each) => sum + 2 * each.type.length + each.data.length + each.metadata.length,
      0,
    );
    if (size > MAX_APPEND_BYTES) return { reason: "too-large", most: MAX_APPEND_BYTES };
    const entries = streams.get(stream) ?? [];
    if (entries.length - 1 !== expected) {
      const repeated = proposed.every(({ id }, index) => entries[expected + 1 + index]?.id === id);
      return repeated ? null : { reason: "conflict", actual: entries.length - 1 };
    }
    write(stream, proposed);
    // A real server writes statistics and metadata of its own in between.
    if (log.length % 3 === 0)
      write(`$stats-${log.length % 5}`, [
        {
          id: crypto.randomUUID(),
          type: "$statsCollected",
          contentType: "application/json",
          data: Buffer.from("{}"),
          metadata: new Uint8Array(),
        },
      ]);
    return null;
  };

  const flush = async (): Promise<void> => {
    const end = log.length;
    await mayFlush;
    await new Promise(setImmediate);
    flushed = Math.max(flushed, end);
    for (const { push } of subscriptions) push();
  };

  const answerAppend = async (request: Message, options: Message, proposed: Proposed[]): Promise<Message> => {
    const identifier = options.getStreamIdentifier();
    const stream = Buffer.from(identifier.getStreamName()).toString("utf8");
    const expected = options.hasNoStream() ? -1 : Number(options.getStreamPosition());
    const isLate = options.hasDeadline() && options.getDeadline().toDate().getTime() < Date.now();
    const refused = isLate ? { reason: "late" as const } : append(stream, expected, proposed);
    if (refused) return appendAnswer(request, identifier, refused);
    await flush();
    const revision = expected + proposed.length;
    return appendAnswer(request, identifier, { revision, position: streams.get(stream)![revision]!.position });
  };

  const batchAppend = (call: Message): void => {
    const unfinished = new Map<string, { options: Message; proposed: Proposed[] }>();
    call.on("data", (request: Message) => {
      const key: string =
        request.getCorrelationId().getString() || JSON.stringify(request.getCorrelationId().toObject());
      const current = unfinished.get(key) ?? { options: request.getOptions(), proposed: [] };
      unfinished.set(key, current);
      for (const message of request.getProposedMessagesList()) {
        current.proposed.push({
          id: message.getId().getString(),
          type: message.getMetadataMap().get("type"),
          contentType: message.getMetadataMap().get("content-type"),
          data: message.getData_asU8(),
          metadata: message.getCustomMetadata_asU8(),
        });
      }
      if (!request.getIsFinal()) return;
      unfinished.delete(key);
      traffic.appends += 1;
      void answerAppend(request, current.options, current.proposed).then((answer) => call.write(answer));
    });
    call.on("end", () => call.end());
    call.on("error", () => undefined);
  };

  const read = (call: Message): void => {
    const options = call.request.getOptions();
    call.on("error", () => undefined);
    if (options.hasSubscription()) return subscribe(call, options);
    traffic.reads += 1;
    const count = Number(options.getCount());
    const backwards = options.getReadDirection() === 1;
    if (options.hasStream()) {
      const name = Buffer.from(options.getStream().getStreamIdentifier().getStreamName()).toString("utf8");
      const entries = flushedOf(streams.get(name));
      if (entries.length === 0) {
        const missing = new messages.ReadResp.StreamNotFound();
        missing.setStreamIdentifier(options.getStream().getStreamIdentifier());
        const response = new messages.ReadResp();
        response.setStreamNotFound(missing);
        call.write(response);
        return call.end();
      }
      const from = options.getStream().hasRevision() ? Number(options.getStream().getRevision()) : 0;
      for (const entry of (backwards ? entries.toReversed() : entries.slice(from)).slice(0, count)) send(call, entry);
      return call.end();
    }
    const all = options.getAll();
    const at = all.hasPosition() ? BigInt(all.getPosition().getCommitPosition()) : null;
    const readable = log.slice(0, flushed);
    const inOrder = backwards ? readable.toReversed() : readable;
    // Forwards a position is inclusive, backwards it is not.
    const wanted =
      at === null ? inOrder : inOrder.filter(({ position }) => (backwards ? position < at : position >= at));
    for (const entry of wanted.slice(0, count)) send(call, entry);
    call.end();
  };

  const subscribe = (call: Message, options: Message): void => {
    traffic.subscriptions += 1;
    const filter = options.getFilter();
    const pattern = new RegExp(filter.getStreamIdentifier().getRegex());
    const window = filter.getMax();
    let at = options.getAll().hasPosition() ? BigInt(options.getAll().getPosition().getCommitPosition()) : 0n;
    let passed = 0;
    const confirmation = new messages.ReadResp();
    confirmation.setConfirmation(
      new messages.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
    );
    call.write(confirmation);
    const push = (): void => {
      for (const entry of log.slice(Number(at / 137n), flushed)) {
        at = entry.position;
        if (pattern.test(entry.stream)) send(call, entry);
        passed += 1;
        if (passed % window === 0) {
          const checkpoint = new messages.ReadResp.Checkpoint();
          checkpoint.setCommitPosition(String(at));
          checkpoint.setPreparePosition(String(at));
          const response = new messages.ReadResp();
          response.setCheckpoint(checkpoint);
          call.write(response);
        }
      }
    };
    const subscription = { push, call };
    subscriptions.add(subscription);
    call.on("cancelled", () => subscriptions.delete(subscription));
    push();
  };

  const server = new grpc.Server({ "grpc.max_receive_message_length": 20 * 1024 * 1024 });
  server.addService(StreamsService, { read, batchAppend });
  server.addService(ServerFeaturesService, {
    getSupportedMethods(_: Message, answer: (error: object | null, response?: Message) => void) {
      const code = failing;
      failing = null;
      if (code !== null) return answer({ code, details: "as the test wants it" });
      const method = new features.SupportedMethod();
      method.setServiceName("event_store.client.streams.Streams");
      method.setMethodName("batchappend");
      const supported = new features.SupportedMethods();
      supported.setEventStoreServerVersion("22.10.0");
      supported.setMethodsList([method]);
      answer(null, supported);
    },
  });
  const behind: number = await new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error: Error | null, bound: number) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const front: SilentFront = await startSilentFront(wanted, behind);
  const { port } = front;
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    state,
    traffic,
    cutSubscriptions() {
      for (const { call } of subscriptions)
        call.emit("error", { code: grpc.status.UNAVAILABLE, details: "going down" });
      subscriptions.clear();
    },
    holdFlushes() {
      const held = Promise.withResolvers<void>();
      mayFlush = held.promise;
      return () => {
        mayFlush = Promise.resolve();
        held.resolve();
      };
    },
    failMethods: (status) => void (failing = status),
    silence: front.silence,
    close() {
      front.close();
      server.forceShutdown();
    },
  };
}
