import { monotonic } from '../clock.ts'

/** A rest after each drawing, in times of what that took: an eleventh of a core goes into it at most. */
const REST = 10

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
  const paint = () => {
    frame = 0
    const start = monotonic()
    draw()
    // Preact renders in the microtask that the change has queued before this one.
    queueMicrotask(() => {
      const end = monotonic()
      nextAt = end + REST * (end - start)
    })
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
  }
  return { ask, stop }
}
