/** What of its usage an engine said, beside what it wrote; what it did not is left out. */
export interface EngineCounts {
  prompt_tokens?: number | undefined
  /** Of the prompt, those that it had before. */
  cached_tokens?: number | undefined
  /** Of the answer, those that were thought and not said. */
  reasoning_tokens?: number | undefined
}

/** What templates put around a prompt, and how often they may say a part of it. */
const TEMPLATE_TOKENS = 16_384
const TEMPLATE_TIMES = 2

interface Counted {
  /** What earlier attempts wrote of the text: the engine went on with it. */
  prefix_tokens: number
  prompt_bytes: number
  max_tokens: number
}

/**
 * What is kept of an engine's counts. One that went on with a text counts it as part of its prompt; its buyer has paid
 * for it as an answer. None is believed beyond what can be: the sums of a buyer's usage are made of them, and a few
 * that are as large as numbers go would leave no room in them for anybody's. Pure.
 */
export function keptCounts(said: EngineCounts, { prefix_tokens, prompt_bytes, max_tokens }: Counted): EngineCounts {
  const most = prompt_bytes * TEMPLATE_TIMES + TEMPLATE_TOKENS
  const within = (count: number | undefined, bound: number) =>
    count === undefined ? undefined : Math.min(count, bound)
  const own = said.prompt_tokens === undefined ? undefined : Math.max(0, said.prompt_tokens - prefix_tokens)
  const prompt_tokens = within(own, most)
  return {
    prompt_tokens,
    cached_tokens: within(said.cached_tokens, prompt_tokens ?? most),
    reasoning_tokens: within(said.reasoning_tokens, max_tokens),
  }
}

/** As a job's row has them. */
export const countsOf = ({ prompt_tokens, cached_tokens, reasoning_tokens }: EngineCounts) => ({
  prompt_tokens: prompt_tokens ?? null,
  cached_tokens: cached_tokens ?? null,
  reasoning_tokens: reasoning_tokens ?? null,
})
