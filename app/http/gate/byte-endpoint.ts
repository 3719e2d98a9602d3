import type { Request, Response } from "express";
import type { z } from "zod";
import type { RequestContext, RequestKey } from "../../platform.ts";
import type { CallResult } from "../call-result.ts";
import type { EndpointFacts, ParamsOf, Viewer } from "../json-api/endpoint.ts";
import type { Reader } from "../keys/stream-credential.ts";
import { needs, needsOnly } from "../rights/watch-answer.ts";
import { refuseRequest } from "../security/refuse-request.ts";
import type { JudgedCall } from "./judge-call.ts";
import type { GatedEndpoint } from "./mount-endpoints.ts";

/** A judged call of an endpoint. `again`: its answer is being sent, and its rights are looked at again. */
export type ByteCall<E extends EndpointFacts> = {
  readonly req: Request;
  readonly res: Response;
  readonly context: RequestContext;
  readonly again: boolean;
  readonly viewer: Viewer<E["who"]>;
  readonly key: RequestKey | null;
  readonly reader: E["who"] extends "key" ? Reader : null;
  readonly params: ParamsOf<E["path"]>;
  readonly query: QueryOf<E>;
};

/** The parameters of a call; those with open names are read by the endpoint itself. */
export type QueryOf<E extends EndpointFacts> = E extends { readonly openQuery: string }
  ? unknown
  : z.output<E["query"]>;

type ByteHandler<E extends EndpointFacts, Permit> = {
  /**
   * Whether the request may have what it asks for: everything that a right of the asker decides beyond what the gate has judged, and
   * nothing else. It is asked again while the answer goes on. Absent: who may call may have it.
   */
  may?(call: ByteCall<E>): Promise<CallResult<Permit>>;
  send(call: ByteCall<E>, permit: Permit): Promise<void>;
};

/** Makes an endpoint that answers with bytes. What it sends it has a permit for, and when there is none any more the answer ends. */
export function byteEndpoint<const E extends EndpointFacts, Permit = null>(
  endpoint: E,
  { may = async () => ({ ok: true, value: null as Permit }), send }: ByteHandler<E, Permit>,
): GatedEndpoint {
  return {
    endpoint,
    async answer({ judged, judgeAgain, ...open }) {
      const { req, res, context } = open;
      // Its types are those of the endpoint that it was judged against.
      const typed = (of: JudgedCall, now: RequestContext, again: boolean) =>
        ({ ...open, ...of, context: now, again }) as unknown as ByteCall<E>;
      const call = typed(judged, context, false);
      const permit = await may(call);
      if (!permit.ok) return refuseRequest(req, res, permit);
      if (req.method === "GET") {
        const mayStill = async (now: RequestContext) => {
          const judgedNow = await judgeAgain(now);
          return judgedNow.ok && (await may(typed(judgedNow.value, now, true))).ok;
        };
        // Who reads with a key for streams has no session, whatever the cookie is.
        if (endpoint.who === "key") needsOnly(res, () => mayStill(context));
        else needs(res, mayStill);
      }
      await send(call, permit.value);
    },
    refuse: async ({ req, res }, refused) => refuseRequest(req, res, refused),
  };
}
