/** A client of OpenAI-style endpoints that shows all that was sent. */
export type Path = '/v1/chat/completions' | '/v1/completions'

interface Usage {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
}

interface Choice {
  message?: { role: string; content: string }
  delta?: { role?: string; content?: string }
  text?: string
  finish_reason: string | null
}

interface Body {
  model: string
  choices: Choice[]
  usage?: Usage
  error?: { message: string; type: string; param: string | null; code: string | null }
}

export interface Asked {
  status: number
  body: Body
  text: string
  reason: string | null
  usage: Usage | undefined
}

const post = (body: unknown, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...(signal ? { signal } : {}),
})

const textOf = (choice: Choice | undefined) => choice?.message?.content ?? choice?.delta?.content ?? choice?.text ?? ''

/** A body for either endpoint with the same words in it. */
export function question(path: Path, words: string, more: object = {}): object {
  return path === '/v1/completions'
    ? { prompt: words, ...more }
    : { messages: [{ role: 'user', content: words }], ...more }
}

export async function ask(url: string, path: Path, body: unknown, signal?: AbortSignal): Promise<Asked> {
  const response = await fetch(url + path, post(body, signal))
  const answer = (await response.json()) as Body
  const choice = answer.choices?.[0]
  const reason = choice?.finish_reason ?? null
  return { status: response.status, body: answer, text: textOf(choice), reason, usage: answer.usage }
}

/** The data of each event, as it comes. */
export async function* events(url: string, path: Path, body: object, signal?: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(url + path, post({ ...body, stream: true }, signal))
  if (!response.body) throw new Error('no body')
  let open = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const whole = (open + part).split('\n\n')
    open = whole.pop() ?? ''
    for (const event of whole) yield event.replace(/^data: /, '')
  }
}

export interface Streamed {
  /** The texts of the chunks that had one. */
  pieces: string[]
  text: string
  reason: string | null
  usage: Usage | undefined
  last: string | undefined
}

export async function askStream(url: string, path: Path, body: object): Promise<Streamed> {
  const all = await Array.fromAsync(events(url, path, { ...body, stream_options: { include_usage: true } }))
  const last = all.pop()
  const chunks = all.map((data) => JSON.parse(data) as Body)
  const pieces = chunks.map((chunk) => textOf(chunk.choices[0])).filter((text) => text !== '')
  const reason = chunks.map((chunk) => chunk.choices[0]?.finish_reason ?? null).findLast((value) => value !== null)
  return { pieces, text: pieces.join(''), reason: reason ?? null, usage: chunks.at(-1)?.usage, last }
}
