import { monotonic } from '../clock.ts'

/** A rest after each drawing, in times of what that took with its layout: it takes an eleventh of a core at most. */
const REST = 10
/** And no longer than that: a machine that was busy otherwise once is not waited for. */
const LONGEST_MS = 250

export interface Painter {
  /** Something is new: draws soon. */
  ask: () => void
  /** Draws no more. */
  stop: () => void
}

/** Draws what changes all the time at most once a frame, and less often where drawing takes long. */
export function createPainter(draw: () => void): Painter {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let nextAt = 0
  let start = 0
  // What is posted in a frame comes after it: after what Preact rendered, its layout and its paint.
  const after = new MessageChannel()
  after.port1.onmessage = () => {
    const end = monotonic()
    nextAt = end + Math.min(LONGEST_MS, REST * (end - start))
  }
  const paint = () => {
    frame = 0
    start = monotonic()
    draw()
    after.port2.postMessage(undefined)
  }
  const ask = () => {
    if (timer !== undefined || frame !== 0) return
    timer = setTimeout(
      () => {
        timer = undefined
        frame = requestAnimationFrame(paint)
      },
      Math.max(0, nextAt - monotonic()),
    )
  }
  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    after.port1.close()
  }
  return { ask, stop }
}
