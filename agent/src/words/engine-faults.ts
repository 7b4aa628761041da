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
