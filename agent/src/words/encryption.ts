/** What can be read on the way, for the log of a start and for doctor. */
export const CLEAR_SERVER = "the key of the host and the buyers' prompts can be read on the way"
export const CLEAR_ENGINE = 'the key of the engine and the prompts can be read on the way'

export function unencrypted(url: string, what: string): string {
  return `${url} is not encrypted: ${what}`
}
