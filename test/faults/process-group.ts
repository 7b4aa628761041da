import { createServer } from 'node:net'
import { type Bin, type Program, type RunOptions, startBin } from '../e2e/bins.ts'
import type { Chance } from '../load/chance.ts'

/** A bin with all processes below it. */
export interface ProcessGroup extends Program {
  /** kill -9 of the whole group at one moment: wherever the program is, not where it next looks for signals. */
  slay(): Promise<void>
}

export function startGroup(bin: Bin, args: readonly string[], options: Omit<RunOptions, 'group'> = {}): ProcessGroup {
  const program = startBin(bin, args, { ...options, group: true })
  return {
    ...program,
    async slay() {
      try {
        process.kill(-program.pid, 'SIGKILL')
      } catch (error) {
        // It has ended by itself; whoever waits for its end sees how.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
      await program.ended
    },
  }
}

/** A free port that no outgoing connection is given while its server is down: below the system's own range. */
export async function steadyPort(chance: Chance): Promise<number> {
  while (true) {
    const port = chance.int(15_000, 31_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => server.close(resolve))
    if (free) return port
  }
}
