import { z } from 'zod'

/** A token with the logarithm of its likelihood, in the form of OpenAI's chats. */
const bytes = z.array(z.int().min(0).max(255)).max(512).nullable()
const logprob = z.number()
const token = z.string().max(512)

export const MOST_TOP_LOGPROBS = 20
/** As hosts and servers pass it on: `bytes` stands there only where it is not the token's UTF-8. */
export const tokenLogprob = z
  .object({
    token,
    logprob,
    bytes: bytes.optional(),
    top_logprobs: z.array(z.object({ token, logprob, bytes: bytes.optional() })).max(MOST_TOP_LOGPROBS),
  })
  .meta({ id: 'TokenLogprob' })
export type TokenLogprob = z.infer<typeof tokenLogprob>
