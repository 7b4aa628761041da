import type { Clock } from '../../server/src/base/clock.ts'

interface Timer {
  at: number
  serial: number
  wake: (() => void) | undefined
}

export interface ClockOptions {
  start?: number
  /** Timers fall due at multiples of this: what happens at nearly one time happens at once and shares commits. */
  tick_ms?: number
}

/** A clock that stands still until it is told to go on to the next timer: a heap, for hundreds of thousands of them. */
export class SimulatedClock implements Clock {
  readonly #start: number
  readonly #tick_ms: number
  readonly #heap: Timer[] = []
  #elapsed = 0
  #serial = 0
  /** How far wall time has been set off, in ms; everything else goes by the monotonic time, which never jumps. */
  jump_ms = 0

  constructor({ start = Date.UTC(2026, 0, 1), tick_ms = 100 }: ClockOptions = {}) {
    this.#start = start
    this.#tick_ms = tick_ms
  }

  now(): number {
    return this.#start + this.#elapsed + this.jump_ms
  }

  monotonic(): number {
    return this.#elapsed
  }

  timer(ms: number, wake: () => void): () => void {
    const at = Math.ceil((this.#elapsed + ms) / this.#tick_ms) * this.#tick_ms
    const timer: Timer = { at, serial: ++this.#serial, wake }
    this.#push(timer)
    return () => {
      timer.wake = undefined
    }
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.timer(ms, resolve))
  }

  /** Goes on to the next time at which something is due and fires all of it; false when nothing is left. */
  step(): boolean {
    while (this.#heap[0] && !this.#heap[0].wake) this.#pop()
    const next = this.#heap[0]
    if (!next) return false
    this.#elapsed = next.at
    while (this.#heap[0] && this.#heap[0].at <= this.#elapsed) this.#pop().wake?.()
    return true
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(timer, heap[parent] as Timer)) break
      heap[at] = heap[parent] as Timer
      at = parent
    }
    heap[at] = timer
  }

  #pop(): Timer {
    const heap = this.#heap
    const first = heap[0] as Timer
    const last = heap.pop() as Timer
    if (heap.length === 0) return first
    let at = 0
    while (true) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as Timer, heap[child] as Timer)) child++
      if (!before(heap[child] as Timer, last)) break
      heap[at] = heap[child] as Timer
      at = child
    }
    heap[at] = last
    return first
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.serial < b.serial)
}
