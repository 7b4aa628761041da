import { connect } from 'node:net'

export interface Wired {
  status: number
  headers: Record<string, string>
  text: string
  body: unknown
}

/** Sends bytes as they are and reads until the server closes the connection; fails after 20 s without anything. */
export async function wire(url: string, bytes: string | Uint8Array): Promise<Wired> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(20_000, () => socket.destroy(new Error('the server did not close the connection')))
  const chunks: Buffer[] = []
  socket.write(bytes)
  try {
    for await (const chunk of socket) chunks.push(chunk as Buffer)
  } catch (error) {
    // What came before a reset is the answer.
    if (chunks.length === 0) throw error
  }
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: */, 2)).map(([k, v]) => [k?.toLowerCase(), v]))
  const text = rest.join('\r\n\r\n')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {}
  return { status: Number(first.split(' ')[1]), headers, text, body }
}

/** An HTTP/1.1 request as text, closed after its answer. */
export function request(line: string, headers: Record<string, string> = {}, body = ''): string {
  const all = { host: 'test', connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
