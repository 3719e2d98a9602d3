import { createRequire } from "node:module";

/**
 * A small server in memory that implements as much of EventStoreDB's protocol as the log needs, with the documented
 * semantics: expected revisions, appends that are repeated with the same ids, $all with events that are not ours,
 * filtered catch-up subscriptions with checkpoints. It shows that the adapter uses the client correctly, not that a
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
  close(): void;
};

// The client's own generated messages and gRPC: they define the protocol.
const fromClient = createRequire(createRequire(import.meta.url).resolve("@eventstore/db-client"));
const grpc = fromClient("@grpc/grpc-js");
const messages = fromClient("../generated/streams_pb");
const shared = fromClient("../generated/shared_pb");
const { StreamsService } = fromClient("../generated/streams_grpc_pb");
const { ServerFeaturesService } = fromClient("../generated/serverfeatures_grpc_pb");
const features = fromClient("../generated/serverfeatures_pb");
const { Status } = fromClient("../generated/status_pb");
const { Any } = fromClient("google-protobuf/google/protobuf/any_pb");
const { Empty } = fromClient("google-protobuf/google/protobuf/empty_pb");

export type Traffic = { appends: number; reads: number; subscriptions: number; eventsSent: number };

type Entry = {
  position: bigint;
  /** Position of the first event of the same append. */
  transaction: bigint;
  stream: string;
  revision: number;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
};
type Proposed = Omit<Entry, "position" | "transaction" | "stream" | "revision">;
type Message = ReturnType<typeof fromClient>;

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

  /** Null if the append is valid, otherwise the revision of the stream. */
  const append = (stream: string, expected: number, proposed: Proposed[]): null | number => {
    const entries = streams.get(stream) ?? [];
    if (entries.length - 1 !== expected) {
      const repeated = proposed.every(({ id }, index) => entries[expected + 1 + index]?.id === id);
      return repeated ? null : entries.length - 1;
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
    for (const { push } of subscriptions) push();
    return null;
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
      const stream = Buffer.from(current.options.getStreamIdentifier().getStreamName()).toString("utf8");
      const expected = current.options.hasNoStream() ? -1 : Number(current.options.getStreamPosition());
      const actual = append(stream, expected, current.proposed);
      const response = new messages.BatchAppendResp();
      response.setCorrelationId(request.getCorrelationId());
      response.setStreamIdentifier(current.options.getStreamIdentifier());
      if (actual === null) {
        const success = new messages.BatchAppendResp.Success();
        const revision = expected + current.proposed.length;
        success.setCurrentRevision(String(revision));
        // A real server gives the commit position twice, which is not how readers see the last of several events.
        const position = String(streams.get(stream)![revision]!.position);
        success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position));
        response.setSuccess(success);
      } else {
        const wrong = new shared.WrongExpectedVersion();
        if (actual === -1) wrong.setCurrentNoStream(new Empty());
        else wrong.setCurrentStreamRevision(String(actual));
        const details = new Any();
        details.pack(wrong.serializeBinary(), "event_store.client.WrongExpectedVersion");
        const status = new Status();
        status.setMessage("WrongExpectedVersion");
        status.setDetails(details);
        response.setError(status);
      }
      call.write(response);
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
      const entries = streams.get(name);
      if (!entries) {
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
    const inOrder = backwards ? log.toReversed() : log;
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
      for (const entry of log.slice(Number(at / 137n))) {
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
    getSupportedMethods(_: Message, answer: (error: null, response: Message) => void) {
      const method = new features.SupportedMethod();
      method.setServiceName("event_store.client.streams.Streams");
      method.setMethodName("batchappend");
      const supported = new features.SupportedMethods();
      supported.setEventStoreServerVersion("22.10.0");
      supported.setMethodsList([method]);
      answer(null, supported);
    },
  });
  const port: number = await new Promise((resolve, reject) => {
    server.bindAsync(
      `127.0.0.1:${wanted}`,
      grpc.ServerCredentials.createInsecure(),
      (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound)),
    );
  });
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    state,
    traffic,
    cutSubscriptions() {
      for (const { call } of subscriptions)
        call.emit("error", { code: grpc.status.UNAVAILABLE, details: "going down" });
      subscriptions.clear();
    },
    close: () => server.forceShutdown(),
  };
}

function asResponse(entry: Entry): Message {
  const event = new messages.ReadResp.ReadEvent.RecordedEvent();
  event.setId(new shared.UUID().setString(entry.id));
  event.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(entry.stream)));
  event.setStreamRevision(String(entry.revision));
  event.setCommitPosition(String(entry.position));
  event.setPreparePosition(String(entry.transaction));
  event.getMetadataMap().set("type", entry.type).set("content-type", entry.contentType).set("created", "0");
  event.setData(entry.data);
  event.setCustomMetadata(entry.metadata);
  const readEvent = new messages.ReadResp.ReadEvent();
  readEvent.setEvent(event);
  readEvent.setCommitPosition(String(entry.position));
  const response = new messages.ReadResp();
  response.setEvent(readEvent);
  return response;
}
