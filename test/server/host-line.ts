import { once } from 'node:events'
import { type ChannelCall, HOST_CHANNEL, type HostFrame, type ServerFrame, serverFrame, writeJson } from '@mkt/schemas'
import { WebSocket } from 'ws'

export interface Answered {
  status: number
  body?: unknown
  retry_after?: number | undefined
}

/** A host's way to a server, as bare as the wire. */
export interface HostLine {
  ask(call: ChannelCall, body: object, signal?: AbortSignal): Promise<Answered>
  close(): void
}

export type Transport = 'calls' | 'channel'
export const TRANSPORTS: readonly Transport[] = ['calls', 'channel']

export async function openLine(transport: Transport, url: string, key: string): Promise<HostLine> {
  return transport === 'calls' ? requestLine(url, key) : await openChannel(url, key)
}

function requestLine(url: string, key: string): HostLine {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return {
    async ask(call, body, signal) {
      const asked = { method: 'POST', headers, body: writeJson(body), ...(signal ? { signal } : {}) }
      const answer = await fetch(`${url}/hosts/${call}`, asked)
      const text = await answer.text()
      const later = answer.headers.get('retry-after')
      const parts = { ...(text ? { body: JSON.parse(text) } : {}), ...(later ? { retry_after: Number(later) } : {}) }
      return { status: answer.status, ...parts }
    },
    close() {},
  }
}

/** A channel that says no more of itself than it is told to: not even that an offer arrived. */
export class BareChannel {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  #heard: () => void = () => {}

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      this.frames.push(serverFrame.parse(JSON.parse(String(data))))
      this.#heard()
    })
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
    })
  }

  send(frame: HostFrame): void {
    this.socket.send(writeJson(frame))
  }

  /** The first frame that fits, of those that came or come; taken off. */
  async next<T extends ServerFrame>(fits: (frame: ServerFrame) => frame is T): Promise<T> {
    while (true) {
      const at = this.frames.findIndex(fits)
      if (at >= 0) return this.frames.splice(at, 1)[0] as T
      if (this.socket.readyState >= this.socket.CLOSING) throw new Error('the channel was closed')
      await Promise.race([new Promise<void>((resolve) => this.onHeard(resolve)), this.closed])
    }
  }

  onHeard(listener: () => void): void {
    const before = this.#heard
    this.#heard = () => {
      before()
      listener()
    }
  }
}

export const isAnswer =
  (id: number) =>
  (frame: ServerFrame): frame is Extract<ServerFrame, { type: 'answer' }> =>
    frame.type === 'answer' && frame.id === id
export const isEnded = (frame: ServerFrame): frame is Extract<ServerFrame, { type: 'ended' }> => frame.type === 'ended'
export const isPong = (frame: ServerFrame): frame is Extract<ServerFrame, { type: 'pong' }> => frame.type === 'pong'

export async function bareChannel(url: string, key: string): Promise<BareChannel> {
  const headers = { authorization: `Bearer ${key}` }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/hosts/connect`, HOST_CHANNEL, { headers })
  const channel = new BareChannel(socket)
  // Rejects with what the server answers instead.
  await once(socket, 'open')
  return channel
}

async function openChannel(url: string, key: string): Promise<HostLine> {
  const channel = await bareChannel(url, key)
  let ids = 0
  return {
    async ask(call, body, signal) {
      const id = ++ids
      channel.send({ type: 'call', id, call, body })
      signal?.addEventListener('abort', () => channel.send({ type: 'drop', id }))
      const { status, body: said, retry_after } = await channel.next(isAnswer(id))
      if (call === 'next-job' && status === 200) channel.send({ type: 'received', id })
      return { status, ...(said === undefined ? {} : { body: said }), ...(retry_after ? { retry_after } : {}) }
    },
    close: () => channel.socket.terminate(),
  }
}
