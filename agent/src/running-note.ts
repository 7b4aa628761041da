import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Effects } from './effects.ts'

const LOOK_MS = 1_000
const running = z.object({
  /** Models that are not sold now, and why. */
  off_sale: z.array(z.object({ model: z.string(), reason: z.string() })),
  /** By which way the agent speaks with the server. */
  connection: z.object({ way: z.enum(['channel', 'calls']), why: z.string().optional() }).optional(),
})
const content = running.extend({ server: z.string() })
export type RunningNote = z.infer<typeof running>

export interface NotedOptions {
  /** The state directory. */
  dir: string
  server: string
  effects: Pick<Effects, 'timer'>
  look(): { [K in keyof RunningNote]: Readonly<RunningNote[K]> }
}

const pathIn = (dir: string) => join(dir, 'running.note')

/** Keeps in the state directory how it stands with a running agent, for `status` to read. The answer ends that. */
export function noteRunning({ dir, server, effects, look }: NotedOptions): () => void {
  let noted = ''
  let cancel = () => {}
  const note = () => {
    const now = JSON.stringify({ server, ...look() })
    // For people to read: a disk that is full is no reason to stop.
    if (now !== noted) attempt(() => writeFileSync(pathIn(dir), now, { mode: 0o600 }))
    noted = now
    cancel = effects.timer(LOOK_MS, note)
  }
  note()
  return () => {
    cancel()
    attempt(() => rmSync(pathIn(dir), { force: true }))
  }
}

/** How it stands with the agent that runs with this directory for this server; nothing off sale where none says so. */
export function readRunning(dir: string, server: string): RunningNote {
  try {
    const { server: noted, ...found } = content.parse(JSON.parse(readFileSync(pathIn(dir), 'utf8')))
    return noted === server ? found : { off_sale: [] }
  } catch {
    return { off_sale: [] }
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {}
}
