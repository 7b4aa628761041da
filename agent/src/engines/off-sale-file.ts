import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Effects } from '../effects.ts'
import type { OffSale } from './engine-watch.ts'

const LOOK_MS = 1_000
const content = z.object({ server: z.string(), off_sale: z.array(z.object({ model: z.string(), reason: z.string() })) })

export interface NotedOptions {
  /** The state directory. */
  dir: string
  server: string
  effects: Pick<Effects, 'timer'>
  offSale(): readonly OffSale[]
}

const pathIn = (dir: string) => join(dir, 'off-sale.note')

/** Keeps in the state directory what a running agent does not sell, for `status` to read. The answer ends that. */
export function noteOffSale({ dir, server, effects, offSale }: NotedOptions): () => void {
  let noted = ''
  let cancel = () => {}
  const look = () => {
    const now = JSON.stringify({ server, off_sale: offSale() })
    // For people to read: a disk that is full is no reason to stop.
    if (now !== noted) attempt(() => writeFileSync(pathIn(dir), now, { mode: 0o600 }))
    noted = now
    cancel = effects.timer(LOOK_MS, look)
  }
  look()
  return () => {
    cancel()
    attempt(() => rmSync(pathIn(dir), { force: true }))
  }
}

/** What the agent that runs with this directory does not sell at this server; none where nothing is noted. */
export function readOffSale(dir: string, server: string): OffSale[] {
  try {
    const noted = content.parse(JSON.parse(readFileSync(pathIn(dir), 'utf8')))
    return noted.server === server ? noted.off_sale : []
  } catch {
    return []
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
