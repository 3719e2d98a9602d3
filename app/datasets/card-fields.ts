import { z } from "zod";

/** The fields of a dataset's card in the API. */
export const cardFields = {
  title: z.string().max(200),
  description: z.string().max(20_000).optional(),
  category: z.string().optional(),
  keywords: z.array(z.string().max(100)).max(50).optional(),
  license: z.string().optional(),
  is_public: z.boolean().optional(),
  on_request: z.boolean().optional(),
};
