import { once } from 'node:events'
import { HOST_CHANNEL } from '@mkt/schemas'
import { WebSocket } from 'ws'
import { ask } from './wire.ts'

/** How a host's calls reach a server; the answer of each as JSON. */
export interface HostLine {
  ask<T>(call: 'next-job' | 'results', body: unknown): Promise<T>
  close(): void
}

export type Way = 'channel' | 'calls'

export function openLine(way: Way, url: string, authorization: string): Promise<HostLine> {
  return way === 'channel' ? channelLine(url, authorization) : Promise.resolve(callLine(url, authorization))
}

function callLine(url: string, authorization: string): HostLine {
  return { ask: (call, body) => ask(url, `/hosts/${call}`, authorization, body), close: () => {} }
}

/** As lean as the library allows: the generator must not be what is measured. */
async function channelLine(url: string, authorization: string): Promise<HostLine> {
  const options = { headers: { authorization }, perMessageDeflate: false }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/hosts/connect`, HOST_CHANNEL, options)
  const waiting = new Map<number, (answer: { status: number; body: unknown }) => void>()
  let ids = 0
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (frame.type === 'ping') socket.send('{"type":"pong"}')
    waiting.get(frame.id)?.(frame)
    waiting.delete(frame.id)
  })
  await once(socket, 'open')
  return {
    ask: (call, body) =>
      new Promise((resolve, reject) => {
        const id = ++ids
        waiting.set(id, (answer) => {
          if (call === 'next-job' && answer.status === 200) socket.send(`{"type":"received","id":${id}}`)
          if (answer.status < 300) resolve(answer.body as never)
          else reject(new Error(`${call} was answered ${answer.status} ${JSON.stringify(answer.body)}`))
        })
        socket.send(`{"type":"call","id":${id},"call":"${call}","body":${JSON.stringify(body)}}`)
      }),
    close: () => socket.terminate(),
  }
}
