import { connect, type Socket } from 'node:net'

/** What the parent process asks of its readers, and what it is told: a count, when all of them have come so far. */
export type Order =
  | { order: 'open'; url: string; authorization: string; jobs: string[]; count: number; localAddress: string }
  | { order: 'await'; text: string }
  | { order: 'leave' }
export interface Told {
  readers: number
  /** How often one was told to come again, and did. */
  refused: number
}

interface Reader {
  socket: Socket
  text: string
  ended: boolean
}

const AT_ONCE = 200
/** Who is told to come again comes again so long after. */
const AGAIN_MS = 500
const readers: Reader[] = []
let look = () => {}
let refused = 0

async function openOne(order: Order & { order: 'open' }, at: number): Promise<void> {
  for (;;) {
    const reader = await answered(order, at)
    if (!reader.text.startsWith('HTTP/1.1 503 ')) {
      readers.push(reader)
      return
    }
    reader.socket.destroy()
    refused++
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** A connection whose answer has begun. */
function answered({ url, authorization, jobs, localAddress }: Order & { order: 'open' }, at: number): Promise<Reader> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, localAddress })
    const reader: Reader = { socket, text: '', ended: false }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      reader.text += chunk
      if (reader.text.includes('\r\n\r\n')) resolve(reader)
      look()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      reader.ended = true
      reject(new Error(`a stream was closed: ${reader.text.slice(0, 200)}`))
      look()
    })
    const path = `/jobs/${jobs[at % jobs.length]}/stream`
    const headers = [`Host: ${hostname}:${port}`, `Authorization: ${authorization}`, 'Connection: close']
    socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  })
}

async function openAll(order: Order & { order: 'open' }): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < order.count) await openOne(order, next++)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, order.count) }, lane))
  const other = readers.find(({ text }) => !text.startsWith('HTTP/1.1 200 '))
  if (other) throw new Error(`a stream was refused: ${other.text.slice(0, 200)}`)
}

/** Resolves when every reader has the text; `''` waits for the end of every stream. */
function all(text: string): Promise<void> {
  return new Promise((resolve) => {
    look = () => {
      if (!readers.every((reader) => (text === '' ? reader.ended : reader.text.includes(text)))) return
      look = () => {}
      resolve()
    }
    look()
  })
}

async function obey(order: Order): Promise<void> {
  if (order.order === 'open') await openAll(order)
  if (order.order === 'await') await all(order.text)
  if (order.order === 'leave') for (const { socket } of readers) socket.destroy()
}

process.on('message', (order: Order) => {
  obey(order).then(
    () => process.send?.({ readers: readers.length, refused } satisfies Told),
    (error: Error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
})
