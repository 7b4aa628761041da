import { setImmediate as turn } from 'node:timers/promises'
import type { Effects, Fetch } from '../../agent/src/effects.ts'

export interface VirtualEffects extends Effects {
  fetch: Fetch
  run: Effects['run']
  /** Lets time pass, timer by timer, until the condition holds; fails after an hour of virtual time. */
  until(condition: () => boolean): Promise<void>
  /** Lets this much time pass. */
  pass(ms: number): Promise<void>
}

/** Effects whose time passes only when a test says so. Chance is a seeded sequence. */
export function virtualEffects(seed = 1): VirtualEffects {
  const timers = new Map<number, { at: number; callback: () => void }>()
  let now = 0
  let ids = 0
  let state = seed
  const next = () => [...timers].reduce((a, b) => (b[1].at < a[1].at ? b : a))
  const settle = async () => {
    // Promise chains through web streams take several turns of the event loop.
    for (let i = 0; i < 4; i++) await turn()
  }
  const effects: VirtualEffects = {
    now: () => 1_700_000_000_000 + now,
    monotonic: () => now,
    timer: (ms, callback) => {
      const id = ++ids
      timers.set(id, { at: now + ms, callback })
      return () => void timers.delete(id)
    },
    random: () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state / 0x80000000
    },
    uniqueId: () => `instance-${++ids}`,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    run: () => Promise.reject(Object.assign(new Error('spawn nvidia-smi ENOENT'), { code: 'ENOENT' })),
    async until(condition) {
      const limit = now + 3_600_000
      for (await settle(); !condition(); await settle()) {
        if (timers.size === 0) throw new Error(`nothing will happen any more, at ${now} ms`)
        const [id, { at, callback }] = next()
        if (at > limit) throw new Error('it did not happen within an hour')
        timers.delete(id)
        now = Math.max(now, at)
        callback()
      }
    },
    async pass(ms) {
      let over = false
      effects.timer(ms, () => {
        over = true
      })
      await effects.until(() => over)
    },
  }
  return effects
}
