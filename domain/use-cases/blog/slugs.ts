import { aggregate } from "../../core/aggregate.ts";
import { fold } from "../../core/decider.ts";
import { post } from "../../post/decider.ts";
import { reservation, type ReservationId } from "../../reservation/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type SlugPorts = Pick<Ports, "log" | "vault" | "clock">;

/** A slug that its holder does not use is free again after this time: the process that reserved it has crashed. */
const ABANDONED_AFTER_MS = 60_000;
const KIND = "post-slug";

/** Reserves a slug for a post; false if another post has it. */
export async function reserveSlug(ports: SlugPorts, slug: string, postId: string, cause: Cause): Promise<boolean> {
  const id = await slugId(ports, slug);
  const events = await aggregate(ports.log, reservation).history(id);
  const { holder } = fold(reservation, events);
  const abandoned =
    holder !== null && holder !== postId && (await isAbandoned(ports, slug, holder, events.at(-1)?.recordedAt ?? ""));
  const command = { type: "reserve", kind: KIND, holder: postId, abandonedHolder: abandoned ? holder : null } as const;
  return (await aggregate(ports.log, reservation).handle(id, command, step(cause, `reserve-slug/${slug}`))).ok;
}

/** Gives back a slug that the post had. */
export async function releaseSlug(ports: SlugPorts, slug: string, postId: string, cause: Cause): Promise<void> {
  const command = { type: "release", kind: KIND, holder: postId } as const;
  await aggregate(ports.log, reservation).handle(
    await slugId(ports, slug),
    command,
    step(cause, `release-slug/${slug}`),
  );
}

async function slugId({ vault }: SlugPorts, slug: string): Promise<ReservationId> {
  return { kind: KIND, fingerprint: await vault.fingerprint(KIND, slug) };
}

async function isAbandoned({ log, clock }: SlugPorts, slug: string, holder: string, since: string): Promise<boolean> {
  const state = await aggregate(log, post).load(holder);
  if ("content" in state && state.content.slug === slug) return false;
  return (await clock.now()).getTime() - Date.parse(since) > ABANDONED_AFTER_MS;
}
