import { formatCredits } from '@mkt/schemas'
import type { Agent } from './daemon.ts'
import type { Effects } from './effects.ts'
import type { LiveLine } from './live-line.ts'
import { liveWords } from './words/live-status.ts'
import { duration } from './words/quantity.ts'

const REDRAW_MS = 500
/** The speed shown is the mean over this time. */
const WINDOW_MS = 5_000
const BALANCE_MS = 60_000
/** A job that settled changes it; many that settle at once are asked for together. */
const SETTLED_MS = 2_000

export interface LiveStatusOptions {
  agent: Agent
  line: LiveLine
  effects: Pick<Effects, 'timer' | 'monotonic'>
  slots: number
}

/** Keeps an agent's state on the last line of the terminal; the answer ends that. */
export function showLiveStatus({ agent, line, effects, slots }: LiveStatusOptions): () => void {
  const speed = new Speed()
  const started_ms = effects.monotonic()
  let balance: bigint | undefined
  let asked_ms = Number.NEGATIVE_INFINITY
  let asked_earned = 0n
  let ended = false
  let cancel = () => {}
  const ask = async () => {
    balance = (await agent.report())?.balance ?? balance
  }
  const tick = () => {
    if (ended) return
    const now = effects.monotonic()
    const { earned_nano } = agent.tally
    const old_ms = earned_nano === asked_earned ? BALANCE_MS : SETTLED_MS
    if (now - asked_ms >= old_ms && agent.registered && !agent.shutOut) {
      asked_ms = now
      asked_earned = earned_nano
      void ask()
    }
    const { tally, draining, away, shutOut } = agent
    const offSale = agent.offSale.map(({ model }) => model)
    const tokens_per_second = speed.at(now, tally.pieces)
    const state = {
      ...{ slots, tokens_per_second, balance, draining, away, shutOut, offSale },
      up_ms: now - started_ms,
    }
    line.show(statusText({ ...tally, ...state }))
    cancel = effects.timer(REDRAW_MS, tick)
  }
  tick()
  return () => {
    ended = true
    cancel()
    line.clear()
  }
}

export interface StatusView {
  busy: number
  slots: number
  completed: number
  failed: number
  tokens_per_second: number
  earned_nano: bigint
  balance: bigint | undefined
  draining: boolean
  away: boolean
  shutOut?: boolean
  /** Models that are not sold now. */
  offSale?: readonly string[]
  up_ms: number
}

/** One line: what runs, how fast, what it brings. The most important stands first, since a narrow terminal cuts it. */
export function statusText(view: StatusView): string {
  const { busy, slots, completed, failed, earned_nano, balance, draining, away, shutOut, offSale = [] } = view
  const parts = [
    away ? 'server away' : undefined,
    shutOut ? liveWords.shutOut : undefined,
    offSale.length > 0 ? `off sale: ${offSale.join(', ')}` : undefined,
    draining ? liveWords.stopping(busy, slots) : liveWords.busy(busy, slots),
    `${view.tokens_per_second.toFixed(1)} tokens/s`,
    `earned ${formatCredits(earned_nano)}`,
    balance === undefined ? undefined : `balance ${formatCredits(balance)}`,
    `${completed} done${failed > 0 ? `, ${failed} failed` : ''}`,
    `up ${duration(view.up_ms)}`,
  ]
  return parts.filter((part) => part !== undefined).join(' | ')
}

/** Pieces per second over the last seconds. */
class Speed {
  #seen: { at: number; pieces: number }[] = []

  at(now: number, pieces: number): number {
    this.#seen.push({ at: now, pieces })
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? now) <= now - WINDOW_MS) this.#seen.shift()
    const first = this.#seen[0] as { at: number; pieces: number }
    return now > first.at ? ((pieces - first.pieces) * 1000) / (now - first.at) : 0
  }
}
