import { until } from './until.ts'

export interface Reader {
  status: number
  headers: Headers
  /** Everything received so far, byte for byte. */
  text: () => string
  /** The data of each event so far. */
  data: () => string[]
  ids: () => string[]
  ended: () => boolean
  /** Waits until the text has this in it. */
  has: (part: string) => Promise<void>
  /** Waits for the server's end of the stream and gives the whole text. */
  end: () => Promise<string>
  leave: () => void
}

/** Reads a job's stream as plain HTTP; resolves when the answer's head is there. */
export async function read(url: string, jobId: string, as: string, lastEventId?: string): Promise<Reader> {
  const leaving = new AbortController()
  const headers = { authorization: as, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
  const response = await fetch(`${url}/jobs/${jobId}/stream`, { headers, signal: leaving.signal })
  let text = ''
  let ended = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    ended = true
  })()
  reading.catch(() => undefined)
  const lines = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    data: () => lines('data'),
    ids: () => lines('id'),
    ended: () => ended,
    has: async (part) => void (await until(() => text.includes(part), `"${part}" in the stream`)),
    async end() {
      await until(() => ended, 'the end of the stream')
      return text
    },
    leave: () => leaving.abort(),
  }
}

/** The text of a whole stream of one attempt with these pieces. */
export function wholeStream(attempt: number, pieces: readonly string[], from = 0): string {
  const events = pieces.map((token, offset) => `id: ${attempt}.${offset}\ndata: ${JSON.stringify({ token })}\n\n`)
  return `${events.slice(from).join('')}data: [DONE]\n\n`
}
