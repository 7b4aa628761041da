import type { ChatLogprobs, TextLogprobs, TokenLogprob } from '@mkt/schemas'

/** Likelihoods as OpenAI's chats give them: the bytes of every token are said. */
export function chatLogprobs(tokens: readonly TokenLogprob[]): ChatLogprobs {
  const content = tokens.map(({ top_logprobs, ...token }) => ({
    ...spelled(token),
    top_logprobs: top_logprobs.map(spelled),
  }))
  return { content, refusal: null }
}

function spelled({ token, logprob, bytes }: Omit<TokenLogprob, 'top_logprobs'>) {
  return { token, logprob, bytes: bytes ?? [...Buffer.from(token)] }
}

/** The same in the form of completions; `from` is where in the text the first token stands. */
export function textLogprobs(tokens: readonly TokenLogprob[], from: number): TextLogprobs {
  let at = from
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ top_logprobs }) =>
      Object.fromEntries(top_logprobs.map(({ token, logprob }) => [token, logprob])),
    ),
    text_offset: tokens.map(({ token }) => {
      const offset = at
      at += token.length
      return offset
    }),
  }
}
