import { expect, test } from "vitest";
import { AppendTooLarge } from "#domain/core/faults/append-too-large.ts";
import { EventUnfit } from "#domain/core/faults/event-unfit.ts";
import { unrecordable } from "#domain/core/faults/unrecordable.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createEventCodec } from "./event-codec.ts";

test("a run whose end no event can hold ends with a fault of ours", async () => {
  const encoded = createEventCodec(allEvents, null as never).encode("RunFailed", { rounds: Infinity });
  const error: unknown = await encoded.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EventUnfit);
  expect(unrecordable(error)).toEqual({ code: "fault", facts: {} });
});

test("a run whose end is too large says so, and another error is thrown on", () => {
  expect(unrecordable(new AppendTooLarge(["RunFailed"], 2_000_000))).toMatchObject({ code: "columns-too-long" });
  expect(unrecordable(new Error("connection lost"))).toBeNull();
});
