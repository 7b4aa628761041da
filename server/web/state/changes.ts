import { type ChangingList, changedEvent, market } from '@mkt/schemas'
import { signal } from '@preact/signals'
import { ApiError, api } from '../api.ts'
import { person } from './session.ts'

/*
 * The server says which own lists have changed, over one stream for all of a window's lists. It is open while somebody
 * looks: browsers have six connections to a server for all windows together. Where it cannot be had, lists are asked
 * for as often as without it.
 */

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Lists are looked at that seldom while changes are told: hints get lost, and an ended session says so only then. */
export const TOLD_MS = 12_000

/** Whether changes are told at this moment. */
export const told = signal(false)

type Heard = () => void
const listeners = new Map<ChangingList, Set<Heard>>()
let running: AbortController | undefined

/** Hears of changes of a list of the person's; the result ends it. */
export function onChanged(list: ChangingList, heard: Heard): () => void {
  const all = listeners.get(list) ?? new Set()
  listeners.set(list, all.add(heard))
  consider()
  return () => {
    all.delete(heard)
    consider()
  }
}

const isWanted = () =>
  document.visibilityState === 'visible' &&
  person.peek() != null &&
  [...listeners.values()].some(({ size }) => size > 0)

/** Opens the stream or leaves it, as it is wanted now. */
function consider(): void {
  if (isWanted() === (running !== undefined)) return
  running?.abort()
  running = undefined
  told.value = false
  if (!isWanted()) return
  running = new AbortController()
  void follow(running.signal)
}

document.addEventListener('visibilitychange', consider)
person.subscribe(consider)

async function follow(signal: AbortSignal): Promise<void> {
  for (let wait_ms = FIRST_WAIT_MS; !signal.aborted; wait_ms = Math.min(LONGEST_WAIT_MS, 2 * wait_ms)) {
    try {
      for await (const { event, data } of api.events(market.changes, {}, { signal })) {
        told.value = true
        wait_ms = FIRST_WAIT_MS
        if (event !== 'changed') continue
        const { list } = changedEvent.parse(JSON.parse(data))
        for (const heard of listeners.get(list) ?? []) heard()
      }
    } catch (error) {
      // An older server, or as many windows as one may have: it goes on without.
      if (error instanceof ApiError && error.status < 500) return
    }
    if (signal.aborted) return
    told.value = false
    await new Promise((wake) => setTimeout(wake, wait_ms))
    // What changed meanwhile was told to nobody.
    for (const all of listeners.values()) for (const heard of all) heard()
  }
}
