import { UnreachableError } from '@mkt/schemas/client'
import { sleep } from './chance.ts'

const TRIES = 20

/** Repeats a call that got no answer: on a machine this busy a connection may take seconds. The call must allow it. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof UnreachableError) || tries === TRIES) throw error
      await sleep(200)
    }
  }
}

/** Runs what it is given, at most so many at once. */
export function atOnce(most: number) {
  let free = most
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
