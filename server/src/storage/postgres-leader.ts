import { lockPostgres } from './postgres-lock.ts'

const RETRY_MS = 2000

export interface Leader {
  /** Whether this server runs what only one has to. For a moment two may believe it: what they run must bear that. */
  leads(): boolean
  close(): Promise<void>
}

/** Stands for election among the servers of a database: whoever holds the lock leads, until its connection ends. */
export function standForLeader(url: string): Leader {
  let held: (() => Promise<void>) | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let trying = Promise.resolve()
  const later = () => {
    held = undefined
    if (!closed) timer = setTimeout(attempt, RETRY_MS).unref()
  }
  function attempt(): void {
    trying = lockPostgres(url, 'upkeep', later).then((lock) => {
      if (lock) held = lock
      else later()
    }, later)
  }
  attempt()
  return {
    leads: () => held !== undefined,
    async close() {
      closed = true
      clearTimeout(timer)
      await trying
      await held?.()
      held = undefined
    },
  }
}
