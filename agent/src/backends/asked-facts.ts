import type { EngineOptions, PieceFacts } from '@mkt/schemas'

/** What an engine says of a piece, without likelihoods that the buyer has not asked for: engines are asked for one. */
export function askedFacts(
  facts: PieceFacts | undefined,
  { logprobs, top_logprobs = 0 }: EngineOptions,
): PieceFacts | undefined {
  if (!logprobs || !facts?.logprobs?.some((token) => token.top_logprobs.length > top_logprobs)) return facts
  const asked = facts.logprobs.map((token) => ({ ...token, top_logprobs: token.top_logprobs.slice(0, top_logprobs) }))
  return { ...facts, logprobs: asked }
}
