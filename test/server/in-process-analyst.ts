import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Analyst } from '../../server/src/documents/analyst.ts'
import { shareCores } from '../../server/src/documents/ocr/core-shares.ts'
import type { ReaderProcessesOptions } from '../../server/src/documents/process/reader-processes.ts'
import { Pool } from '../../server/src/documents/threads/pool.ts'

/** Analyses in threads of this process: a test need not wait for processes to load. */
export function inProcessAnalyst(
  { clock, log, settings: { worker: _, ...limits } }: ReaderProcessesOptions,
  threads: number,
): Analyst {
  shareCores(availableParallelism())
  const pool = new Pool({ clock, log, threads, ...limits })
  return {
    async run({ work: { path, reportPath, ...work }, ...orders }) {
      const bytes = new Uint8Array(await readFile(path))
      const { judged, report } = await pool.run({ work: { ...work, bytes }, ...orders })
      await writeFile(reportPath, report)
      return judged
    },
    stop: () => pool.stop(),
  }
}
