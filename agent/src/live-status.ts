import { formatCredits } from '@mkt/schemas'
import type { Agent } from './daemon.ts'
import type { Effects } from './effects.ts'
import type { LiveLine } from './live-line.ts'

const REDRAW_MS = 500
/** The speed shown is the mean over this time. */
const WINDOW_MS = 5_000
const BALANCE_MS = 60_000

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
  let ended = false
  let cancel = () => {}
  const ask = async () => {
    balance = (await agent.report())?.balance ?? balance
  }
  const tick = () => {
    if (ended) return
    const now = effects.monotonic()
    if (now - asked_ms >= BALANCE_MS && agent.registered) {
      asked_ms = now
      void ask()
    }
    const { tally, draining, away } = agent
    const tokens_per_second = speed.at(now, tally.pieces)
    line.show(statusText({ ...tally, slots, tokens_per_second, balance, draining, away, up_ms: now - started_ms }))
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
  up_ms: number
}

/** One line: what runs, how fast, what it brings. The most important stands first, since a narrow terminal cuts it. */
export function statusText(view: StatusView): string {
  const { busy, slots, completed, failed, earned_nano, balance, draining, away } = view
  const parts = [
    away ? 'server away' : undefined,
    draining ? `stopping, ${busy} of ${slots} slots still busy` : `${busy}/${slots} slots busy`,
    `${view.tokens_per_second.toFixed(1)} tokens/s`,
    `earned ${formatCredits(earned_nano)}`,
    balance === undefined ? undefined : `balance ${formatCredits(balance)}`,
    `${completed} done${failed > 0 ? `, ${failed} failed` : ''}`,
    `up ${duration(view.up_ms)}`,
  ]
  return parts.filter((part) => part !== undefined).join(' | ')
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1440)} days`
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
