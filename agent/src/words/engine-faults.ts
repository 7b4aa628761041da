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

/** What an engine, or what was taken for one, did wrong. */
export const engineFaults = {
  readerLeft: 'the reader has left',
  unusable: (origin: string, why: string) => `cannot use the engine at ${origin}: ${why}`,
  failed: 'the engine failed while generating',
  failedWith: (message: string) => `the engine failed while generating: ${message}`,
  unreachable: (origin: string, why: string) => `cannot reach the engine at ${origin}: ${why}`,
  unfinished: "the engine's stream ended without saying that it was finished",
  broke: (why: string) => `the engine's stream broke: ${why}`,
  noScores: 'the engine does not say how likely a given text is: it has no echo with logprobs, or no prompt_logprobs',
  noStream: 'the engine does not stream: it answered with something else; see what its endpoint needs for streaming',
  noOllama: (base: string) => `what answers at ${base} is no Ollama: it has no /api/tags`,
  noWorker: (url: string) =>
    `nothing at ${url} answers as a worker: tried /v1/models, a POST of {input_text, max_tokens, temperature, stream} and /v1/chat/completions, /v1/completions`,
  noObject: (data: string) => `the engine sent something that is no JSON object: ${data}`,
  silentAt: (path: string, limit_s: number) => `the engine did not answer ${path} within ${limit_s} s`,
  silent: 'the engine does not answer',
  lacks: (engine: string, models: string) => `${engine} does not list ${models}`,
  untried: 'it is not tried yet',
  noAnswer: (limit_s: number) => `the engine gave no answer within ${limit_s} s`,
  cannotPass: (names: string) => `the engine cannot be asked for ${names} through this library`,
  noEnd: 'the engine ended without an end',
  noModelYet: 'the engine lists no model yet',
  addressWithPassword: 'an address must not hold a name and a password',
  textOnly: 'only text is sent',
  notOneEach: (count: number) => `the engine did not give one finite result for each of ${count} texts`,
  noJson: 'the engine answered with something that is no JSON',
  writesNothing: 'the engine writes no text: it makes vectors or scores',
  hubWritesOnly: 'vectors and scores are asked of an engine of your own: give its --endpoint-url',
}
