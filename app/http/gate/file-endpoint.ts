import type { Request } from "express";
import type { UserRow } from "#projections/users/queries.ts";
import { refuse, type Refused } from "../call-result.ts";
import { type EndpointFacts, nameOf, type ParamsOf } from "../json-api/endpoint.ts";
import { judgeFault } from "../server/unavailable.ts";
import type { Upload, UploadOptions } from "../upload/receive-upload.ts";
import { refusal, sendAnswer, type UploadAnswer } from "../upload/upload-answer.ts";
import type { QueryOf } from "./byte-endpoint.ts";
import type { GatedEndpoint, OpenCall, RawCall } from "./mount-endpoints.ts";

type UploadFacts = EndpointFacts & { readonly who: "user" | "owner" };

/** A judged call whose body is a file or a form with one. */
export type FileCall<E extends UploadFacts> = Upload & {
  readonly params: ParamsOf<E["path"]>;
  readonly query: QueryOf<E>;
};

type FileHandler<E extends UploadFacts> = {
  /** Where a person finds the form again if it is refused. */
  page(params: Request["params"]): string;
  /** Takes the body of a call whose head is fine. */
  take(call: FileCall<E>): Promise<UploadAnswer>;
};

/**
 * Makes an endpoint that takes a file as it comes. Refusals are sent while the body is still arriving; what the head
 * decides is judged before the body is requested.
 */
export function fileEndpoint<const E extends UploadFacts>(
  endpoint: E,
  options: UploadOptions,
  { page, take }: FileHandler<E>,
): GatedEndpoint {
  const send = ({ req, res }: RawCall, answer: UploadAnswer, isRequested: boolean) =>
    sendAnswer(req, res, { ...answer, page: page(req.params) }, isRequested);
  return {
    endpoint,
    async answer(call: OpenCall) {
      const { req, res, context, judged } = call;
      let isRequested = !waits(req);
      const sendContinue = () => {
        if (!isRequested) res.writeContinue();
        isRequested = true;
      };
      const answered = async (): Promise<UploadAnswer> => {
        const fault = headFault(endpoint, req);
        if (fault) return refusal(fault);
        const asking = { ...context, viewer: judged.viewer as UserRow };
        const { params, query } = judged as unknown as Pick<FileCall<E>, "params" | "query">;
        return take({ ...options, req, asking, left: context.signal, sendContinue, params, query });
      };
      const answer = await answered().catch((error: unknown) =>
        refusal(judgeFault(options.platform, error, nameOf(endpoint)) ?? refuse("server-fault")),
      );
      await send(call, answer, isRequested);
    },
    refuse: (call, refused) => send(call, refusal(refused), !waits(call.req)),
  };
}

/** Whether the client sends the body only when it is told to. */
function waits({ headers }: Request): boolean {
  return headers.expect !== undefined;
}

function headFault({ types }: EndpointFacts, req: Request): Refused | null {
  if (req.headers["content-encoding"] !== undefined) return refuse("file-encoded");
  return isForm(req) || types ? null : refuse("file-not-multipart");
}

/** Whether the body is a form, which may have a file. */
export function isForm({ headers }: Pick<Request, "headers">): boolean {
  return /^multipart\/form-data/i.test(headers["content-type"] ?? "");
}
