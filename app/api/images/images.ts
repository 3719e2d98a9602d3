import { z } from "zod";
import type { UserRow } from "#projections/users/queries.ts";
import { NOT_FOUND, type Refused } from "../../http/call-result.ts";
import { answered } from "../../http/json-api/answers.ts";
import { IMAGE_BODY_BYTES } from "../../http/gate/body-limits.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { imageHref } from "../../images/image-href.ts";
import { type ImageOwner, removeImage, setImage } from "../../images/image-calls.ts";
import type { Platform } from "../../platform.ts";

const body = z.strictObject({
  image: z.base64().describe("The bytes of a PNG, JPEG or WebP file as base64: at most 2 MB and 4,096 pixels."),
});
const set = { 200: { body: z.strictObject({ image: z.string().describe("Its path.") }) } } as const;
const removed = { 200: { body: z.strictObject({ message: z.string() }) } } as const;
const gone = () => ({ message: "The image was removed." });
const bytesOf = (image: string) => new Uint8Array(Buffer.from(image, "base64"));
const datasetOf = (id: string) => ({ kind: "dataset", id }) as const;

export const setDatasetImage = endpoint({
  method: "POST",
  path: "/api/assets/{id}/image",
  who: "owner",
  about: "dataset",
  summary: "Gives a dataset an image.",
  bodyBytes: IMAGE_BODY_BYTES,
  body,
  answers: set,
  run: async ({ context, viewer, params: { id }, body: { image }, cause }) =>
    answered(await setImage(context.platform, datasetOf(id), bytesOf(image), viewer, cause), 200, (made) => ({
      image: imageHref(id, made.image) ?? "",
    })),
});

export const removeDatasetImage = endpoint({
  method: "DELETE",
  path: "/api/assets/{id}/image",
  who: "owner",
  about: "dataset",
  summary: "Takes the image of a dataset away.",
  answers: removed,
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await removeImage(context.platform, datasetOf(id), viewer, cause), 200, gone),
});

export const setConnectorImage = endpoint({
  method: "POST",
  path: "/api/connectors/{id}/image",
  who: "owner",
  about: "connector",
  summary: "Gives a connector an image, for all its versions.",
  bodyBytes: IMAGE_BODY_BYTES,
  body,
  answers: set,
  run: async ({ context, viewer, params: { id }, body: { image }, cause }) => {
    const item = await lineageOf(context.platform, id, viewer);
    if (!("kind" in item)) return item;
    return answered(await setImage(context.platform, item, bytesOf(image), viewer, cause), 200, (made) => ({
      image: imageHref(item.id, made.image) ?? "",
    }));
  },
});

export const removeConnectorImage = endpoint({
  method: "DELETE",
  path: "/api/connectors/{id}/image",
  who: "owner",
  about: "connector",
  summary: "Takes the image of a connector away.",
  answers: removed,
  run: async ({ context, viewer, params: { id }, cause }) => {
    const item = await lineageOf(context.platform, id, viewer);
    return "kind" in item ? answered(await removeImage(context.platform, item, viewer, cause), 200, gone) : item;
  },
});

async function lineageOf({ queries }: Platform, id: string, viewer: UserRow): Promise<ImageOwner | Refused> {
  const item = await queries.catalogue.connector(id, viewer.id);
  return item ? { kind: "connector", id: item.rootId } : NOT_FOUND;
}
