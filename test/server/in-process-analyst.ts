import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '../../server/src/base/clock.ts'
import type { Analyst } from '../../server/src/documents/analyst.ts'
import { shareCores } from '../../server/src/documents/ocr/core-shares.ts'
import type { ReaderProcessesOptions } from '../../server/src/documents/process/reader-processes.ts'
import { Pool } from '../../server/src/documents/threads/pool.ts'
import { documentsThread } from '../programs/programs.ts'

/** Analyses in threads of this process: a test need not wait for processes to load. */
export function inProcessAnalyst(options: ReaderProcessesOptions, threads: number): Analyst {
  shareCores(availableParallelism())
  const { pool, release } = options.clock === systemClock ? borrowed(options, threads) : owned(options, threads)
  return {
    async run({ work: { path, reportPath, ...work }, ...orders }) {
      const bytes = new Uint8Array(await readFile(path))
      const { judged, report } = await pool.run({ work: { ...work, bytes }, ...orders })
      if (!work.draw) return { ...judged, facts: Buffer.from(report) }
      await writeFile(reportPath, report)
      return judged
    },
    async draw({ original, packed, pages, mostPages, small, signal }) {
      const bytes = new Uint8Array(await buffer(await original()))
      return Buffer.from((await pool.draw({ bytes, packed, pages, mostPages, small }, signal)).report)
    },
    stop: release,
  }
}

interface Lent {
  pool: Pool
  release: () => Promise<void>
}

function owned({ clock, log, settings: { worker: _, ...limits } }: ReaderProcessesOptions, threads: number): Lent {
  // Nobody's streams come first here, and on a busy machine what gives way to all others ends at its limits.
  const pool = new Pool({ clock, log, threads, ...limits, niceness: 0, worker: documentsThread() })
  return { pool, release: () => pool.stop() }
}

let kept: (Lent & { for: string; users: number }) | undefined

/**
 * Threads that the service before this one has left warm, where it was under the same limits: to load what they run
 * takes half a second of processor time, which was more than most tests take. Those of one service at most are kept.
 */
function borrowed(options: ReaderProcessesOptions, threads: number): Lent {
  const now = JSON.stringify([threads, options.settings])
  if (kept && kept.for !== now) {
    if (kept.users > 0) return owned(options, threads)
    void kept.release()
    kept = undefined
  }
  kept ??= { ...owned(options, threads), for: now, users: 0 }
  const lent = kept
  lent.users++
  return {
    pool: lent.pool,
    release: async () => {
      lent.users--
    },
  }
}
