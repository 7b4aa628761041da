import { Agent, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

export interface Answer {
  status: number
  text: string
}

/** One JSON call over a kept connection, as lean as node allows: the generator must not be what is measured. */
export function post(url: string, path: string, authorization: string, body: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const call = request(url + path, { method: 'POST', agent, headers }, (response) => {
      readAll(response).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer }), reject)
    })
    call.once('error', reject)
    call.end(text)
  })
}

/** As `post`, for calls that must succeed; answers the JSON. */
export async function ask<T>(url: string, path: string, authorization: string, body: unknown): Promise<T> {
  const { status, text } = await post(url, path, authorization, body)
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

/** Opens an event stream; `take` gets its text as it comes. The result closes it. */
export function listen(url: string, path: string, authorization: string, take: (text: string) => void) {
  return new Promise<() => void>((resolve, reject) => {
    const call = request(
      url + path,
      { agent: false, headers: { authorization, accept: 'text/event-stream' } },
      (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${response.statusCode}`))
        response.setEncoding('utf8')
        response.on('data', take)
        response.on('error', () => {})
        resolve(() => call.destroy())
      },
    )
    call.once('error', reject)
    call.end()
  })
}

async function readAll(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let text = ''
  for await (const part of response) text += part
  return text
}

export const dropConnections = () => agent.destroy()
