import { once } from 'node:events'
import { createServer } from 'node:net'

// A fixed order, so that a second start finds the marketplace at the same address: its host is known by it.
const ALTERNATIVES = Array.from({ length: 20 }, (_, n) => 8090 + n)

export interface Ports {
  market: number
  documents: number
  /** The wanted ports that other programs have. */
  taken: number[]
}

/** The wanted ports where they are free, else the first free ones above 8090. */
export async function choosePorts(market: number, documents: number): Promise<Ports> {
  const taken: number[] = []
  const used = new Set<number>()
  const choose = async (wanted: number) => {
    if (wanted === 0) return 0
    for (const port of [wanted, ...ALTERNATIVES]) {
      if (used.has(port) || !(await isFree(port))) continue
      used.add(port)
      if (port !== wanted) taken.push(wanted)
      return port
    }
    return 0
  }
  return { market: await choose(market), documents: await choose(documents), taken }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
