import { createRequire } from "node:module";

// The client's own generated messages and gRPC: they define the protocol.
const fromClient = createRequire(createRequire(import.meta.url).resolve("@eventstore/db-client"));
export const grpc = fromClient("@grpc/grpc-js");
export const messages = fromClient("../generated/streams_pb");
export const shared = fromClient("../generated/shared_pb");
export const { StreamsService } = fromClient("../generated/streams_grpc_pb");
export const { ServerFeaturesService } = fromClient("../generated/serverfeatures_grpc_pb");
export const features = fromClient("../generated/serverfeatures_pb");
const { Status } = fromClient("../generated/status_pb");
const { Any } = fromClient("google-protobuf/google/protobuf/any_pb");
const { Empty } = fromClient("google-protobuf/google/protobuf/empty_pb");

export type Message = ReturnType<typeof fromClient>;

export type Entry = {
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
export type Proposed = Omit<Entry, "position" | "transaction" | "stream" | "revision">;
/** Why a server did not append. */
export type Refused =
  | { readonly reason: "conflict"; readonly actual: number }
  | { readonly reason: "too-large"; readonly most: number }
  | { readonly reason: "late" };

/** The answer to an append: the position of its last event and that event's revision, or why there are none. */
export function appendAnswer(
  request: Message,
  identifier: Message,
  outcome: { readonly revision: number; readonly position: bigint } | Refused,
): Message {
  const response = new messages.BatchAppendResp();
  response.setCorrelationId(request.getCorrelationId());
  response.setStreamIdentifier(identifier);
  if ("reason" in outcome) {
    response.setError(refusalOf(outcome));
    return response;
  }
  const success = new messages.BatchAppendResp.Success();
  success.setCurrentRevision(String(outcome.revision));
  // A real server gives the commit position twice, which is not how readers see the last of several events.
  const position = String(outcome.position);
  success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position));
  response.setSuccess(success);
  return response;
}

function refusalOf(refused: Refused): Message {
  const details = new Any();
  const status = new Status();
  if (refused.reason === "conflict") {
    const wrong = new shared.WrongExpectedVersion();
    if (refused.actual === -1) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentStreamRevision(String(refused.actual));
    details.pack(wrong.serializeBinary(), "event_store.client.WrongExpectedVersion");
    status.setMessage("WrongExpectedVersion");
  } else if (refused.reason === "too-large") {
    const large = new shared.MaximumAppendSizeExceeded();
    large.setMaxappendsize(refused.most);
    details.pack(large.serializeBinary(), "event_store.client.MaximumAppendSizeExceeded");
    status.setMessage("Maximum Append Size Exceeded");
  } else {
    details.pack(new shared.Timeout().serializeBinary(), "event_store.client.Timeout");
    status.setMessage("Timeout");
  }
  status.setDetails(details);
  return status;
}

export function asResponse(entry: Entry): Message {
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
