import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Chance, sleep } from '../load/chance.ts'

export interface ScriptedEngine {
  url: string
  close(): Promise<void>
}

const SYLLABLES = ['mar', 'ket', ' of', ' tok', 'ens', ' é', ' 価格', '\n', '🙂', '"', '\\', 'data: ']
/** Long enough that a kill finds many jobs in the middle of their text. */
const [FEWEST, MOST] = [3, 60]

/** What this engine says to a prompt, piece by piece: the same whoever asks and however often, so it can be checked. */
export function piecesFor(prompt: string): string[] {
  const chance = new Chance('engine', prompt)
  return Array.from({ length: chance.int(FEWEST, MOST) }, (_, at) => `${chance.pick(SYLLABLES)}${at}`)
}

/** An engine of the plain contract that costs next to nothing: a line of JSON for each piece, some milliseconds apart. */
export async function startScriptedEngine(paceMs: number): Promise<ScriptedEngine> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.method !== 'POST') return void response.writeHead(404).end('{}')
    const { input_text, max_tokens } = JSON.parse(Buffer.concat(parts).toString())
    await say(response, piecesFor(String(input_text)), Number(max_tokens), paceMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/generate`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function say(response: ServerResponse, pieces: string[], most: number, paceMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  for (const token of pieces.slice(0, most)) {
    if (response.destroyed) return
    response.write(`${JSON.stringify({ token })}\n`)
    await sleep(paceMs)
  }
  response.end(`${JSON.stringify({ finish_reason: pieces.length > most ? 'length' : 'stop' })}\n`)
}
