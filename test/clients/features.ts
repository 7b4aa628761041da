/** What clients do at the doors, in the order of the table that says which of them were seen to. */
export const FEATURES = {
  chat: 'a chat, whole, with its usage',
  stream: 'a chat, streamed',
  tools: 'tools: a call, and its result back',
  schema: 'an answer that fits a JSON Schema',
  logprobs: 'likelihoods',
  picture: 'a picture',
  embed: 'embeddings',
  batch: 'files and a batch',
  key: 'error: a wrong key',
  model: 'error: a model that nobody offers',
  parameter: 'error: a parameter out of range',
} as const
export type Feature = keyof typeof FEATURES

/** Where a client finds the marketplace, and a model that can do everything there. */
export interface Door {
  url: string
  key: string
  model: string
}

/** What an error was told as. */
export interface Told {
  status: number | undefined
  message: string
}

/** What a client does, each as its documentation says; what is not there it cannot do. */
export interface Client {
  name: string
  version: string
  features: { [F in Exclude<Feature, 'key' | 'model' | 'parameter'>]?: (door: Door) => Promise<unknown> }
  /** A chat that fails; with `temperature`. */
  fails: (door: Door, temperature?: number) => Promise<unknown>
  /** The status and words of what it throws. */
  told: (error: unknown) => Told
}

/** What each feature comes to with the engine of these tests, whoever asks. */
export const EXPECTED = {
  chat: { text: 'Hello', output_tokens: 5 },
  stream: 'Hello',
  tools: { called: 'say', with: { word: 'hi' }, after: 'Hello' },
  schema: { ok: true },
  logprobs: -0.1,
  picture: '2 parts',
  embed: [
    [3, 0.5],
    [2, 0.5],
  ],
  batch: 'Hello',
} as const

export const PARAMETERS = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
} as const
export const SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
} as const
export const PIXEL = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
].join('')
