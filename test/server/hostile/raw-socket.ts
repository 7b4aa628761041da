import { connect, type Socket } from 'node:net'
import { until } from '../contract/until.ts'

/** A connection on which anything can be written, and that closes only when it is told to. */
export interface RawSocket {
  socket: Socket
  /** Everything received so far. */
  text(): string
  write(text: string | Uint8Array): void
  /** Waits until the text has this in it. */
  has(part: string | RegExp): Promise<void>
  /** Waits until the server has closed the connection; gives the whole text. */
  closed(): Promise<string>
  isClosed(): boolean
}

/** `reading: false` takes nothing that the server sends. */
export function openSocket(url: string, { reading = true, localAddress = '127.0.0.1' } = {}): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress, allowHalfOpen: true })
    const chunks: Buffer[] = []
    let ended = false
    const end = () => {
      ended = true
    }
    socket.once('end', end).once('close', end)
    socket.once('error', reject)
    if (reading) socket.on('data', (chunk) => chunks.push(chunk as Buffer))
    const text = () => Buffer.concat(chunks).toString('latin1')
    const raw: RawSocket = {
      socket,
      text,
      write: (data) => void socket.write(data),
      has: async (part) =>
        void (await until(() => (typeof part === 'string' ? text().includes(part) : part.test(text())), `${part}`)),
      async closed() {
        await until(() => ended, `the end of the connection after ${JSON.stringify(text().slice(0, 200))}`)
        socket.destroy()
        return text()
      },
      isClosed: () => ended,
    }
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', end)
      resolve(raw)
    })
  })
}

/** The head of a request, as the lines are given. */
export function head(line: string, headers: Record<string, string> = {}): string {
  const all = { Host: 'test', ...headers }
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

/** The status and the body of each answer in a text that holds nothing else. */
export function answersIn(text: string): { status: number; body: string; head: string }[] {
  const answers: { status: number; body: string; head: string }[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const start = rest.slice(0, end)
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]
    const length = /^content-length: (\d+)$/im.exec(start)?.[1]
    if (end < 0 || status === undefined || length === undefined) throw new Error(`no whole answer: ${rest}`)
    answers.push({ status: Number(status), head: start, body: rest.slice(end + 4, end + 4 + Number(length)) })
    rest = rest.slice(end + 4 + Number(length))
  }
  return answers
}
