import { constants } from 'node:os'
import type { Agent } from './daemon.ts'
import type { Log } from './log.ts'
import { startWords } from './words/start.ts'

type Signal = 'SIGTERM' | 'SIGINT'

export interface SignalOptions {
  agent: Pick<Agent, 'drain' | 'leave'>
  log: Log
  /** Ends the program with this code. */
  exit(code: number): void
}

/**
 * The first signal lets running jobs finish, the second hands them back in one call of at most 2 s and ends, the third
 * ends at once. The answer stops listening.
 */
export function stopOnSignals({ agent, log, exit }: SignalOptions): () => void {
  let given = 0
  const signalled = (signal: Signal) => {
    given++
    if (given === 1) return agent.drain(signal)
    const code = 128 + constants.signals[signal]
    if (given > 2) return exit(code)
    log.warn(startWords.again(signal))
    void agent.leave().finally(() => exit(code))
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  return () => {
    process.off('SIGTERM', signalled)
    process.off('SIGINT', signalled)
  }
}
