import type { AnyErrorCode } from '@mkt/schemas'

/** What to do after a refusal, by its code: the server's own sentence stands above it. */
export const HINTS: Readonly<Partial<Record<AnyErrorCode, readonly string[]>>> = {
  unauthorized: ['Log in with `mkt login`; a token in MKT_TOKEN goes before that login.'],
  insufficient_credits: ['See the balance with `mkt whoami`; a smaller --max-tokens reserves less.'],
  model_not_found: ['`mkt models` lists the models on offer.'],
  not_found: ['`mkt jobs` lists your jobs, `mkt tokens` your tokens.'],
  no_host_available: ['`mkt models` shows how many hosts each model has.'],
  too_many_queued: ['`mkt jobs --status queued` lists what waits, `mkt cancel ID` takes one back.'],
  internal_error: ['The server is in trouble: its operator finds the reason in its log.'],
}

/** In place of the server's sentence, which tells the callers of its API where models are listed. */
export function noSuchModel(models: readonly string[]): string {
  const [only = '', ...more] = models.map((model) => JSON.stringify(model))
  return more.length === 0 ? `no host offers a model ${only}` : `no host offers any of ${[only, ...more].join(', ')}`
}

export const NO_SERVER = 'Is the server running at this address? Set another one with MKT_SERVER or --server.'
export const NO_DOCUMENTS_SERVER =
  'Is the documents service running at this address? Set another one with MKT_DOCS_SERVER or --server.'
/** How a person comes to a key of the documents service; one that waits for its owner is fetched and kept at once. */
export const DOCUMENTS_KEY = [
  'Its operator makes one for your account: mkt-server keys create --user NAME',
  'Fetch it and keep it: mkt documents-keys claim | mkt docs login',
] as const

/** Where something is there, and the address is wrong. */
export const RIGHT_ADDRESS = 'Set the right address with MKT_SERVER or --server.'
export const RIGHT_DOCUMENTS_ADDRESS = 'Set the right address with MKT_DOCS_SERVER or --server.'
export const WRONG_SERVER = 'Is this a marketplace? Check MKT_SERVER or --server.'
export const WRONG_DOCUMENTS_SERVER = 'Is this a documents service? Check MKT_DOCS_SERVER or --server.'

/** When to come back, where the server says so. */
export function retryHint(retryAfterS: number | undefined): string {
  return retryAfterS === undefined ? 'Try again later.' : `Try again in ${retryAfterS} s.`
}
