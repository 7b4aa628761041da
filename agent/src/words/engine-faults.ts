import { list } from './quantity.ts'

/** What the engine answers with, where that is no success; `message` may be missing. */
export function engineAnswered(status: number, message: string | undefined): string {
  return message === undefined ? `the engine answered ${status}` : `the engine answered ${status}: ${message}`
}

/** A model by both of its names, where they differ. */
function bothNames(model: string, there: string): string {
  return there === model ? model : `${model}, which is ${there} there`
}

/** `models`: pairs of the name that is offered and the engine's own; `has`: what it lists, as a text. */
export function notListed(models: readonly (readonly [string, string])[], has: string | undefined): string {
  const names = list(models.map(([model, there]) => bothNames(model, there)))
  return `the engine does not list ${names}${has === undefined ? '' : `; it has ${has}`}`
}

export function unknownThere(
  message: string,
  [model, there]: readonly [string, string],
  has: string | undefined,
): string {
  return `${message}; it was asked for ${bothNames(model, there)}${has === undefined ? '' : `; it has ${has}`}`
}

/** Where `--provider` names the other protocol than the one that the engine speaks. */
export function wrongProvider(base: string, speaks: 'openai' | 'ollama'): string {
  const protocol = speaks === 'openai' ? 'the OpenAI protocol, not that of Ollama' : "Ollama's own protocol only"
  return `the server at ${base} speaks ${protocol}; use --provider ${speaks}`
}

/** An engine that is silent for longer than this machine's settings allow. */
export function silentEngine(pieces: number, limit_ms: number): string {
  return `the engine gave ${pieces > 0 ? 'no further token' : 'no first token'} for ${limit_ms / 1000} s`
}

/** An engine that is too slow for the market, whatever this machine's settings allow. */
export function marketsDeadline(pieces: number, ms: number): string {
  const took = `${pieces} pieces of text in ${Math.round(ms / 1000)} s`
  return `the engine is too slow for this market, which gives the job up now: ${took}; \`mkt-agent status\` shows its deadlines, a smaller --max-tokens or --concurrency shortens the work`
}
