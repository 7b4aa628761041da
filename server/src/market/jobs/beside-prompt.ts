/** What a prompt leaves of the contexts that hosts declare, for answers of which nobody said how long they may be. */

/** English has four bytes a token, code and most other scripts three. */
const BYTES_PER_TOKEN = 3
/** An estimate that leaves no room may be wrong: an answer of so many is tried, and the engine says what it is. */
const LEAST = 256

interface Room {
  max_tokens: number
  context_tokens: number | null
}

/** Offers with the length that each has left, the longest first; as they are where the prompt takes nothing away. */
export function besidePrompt<T extends Room>(offers: readonly T[], prompt_bytes: number): readonly T[] {
  const prompt = Math.ceil(prompt_bytes / BYTES_PER_TOKEN)
  if (!offers.some((offer) => left(offer, prompt) < offer.max_tokens)) return offers
  const cut = offers.map((offer) => ({ ...offer, max_tokens: left(offer, prompt) }))
  return cut.sort((a, b) => b.max_tokens - a.max_tokens)
}

function left({ max_tokens, context_tokens }: Room, prompt: number): number {
  if (context_tokens === null) return max_tokens
  return Math.min(max_tokens, Math.max(context_tokens - prompt, Math.min(LEAST, context_tokens)))
}
