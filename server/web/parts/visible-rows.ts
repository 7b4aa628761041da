import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** As `--row` in tokens.css: every row is so high. */
const ROW_PX = 37
/** Shorter tables are in the page as a whole. */
const SHORT = 120
/** Rows beyond the window's edge, so that a quick scroll shows no gap. */
const MARGIN = 20

interface Visible {
  first: number
  /** Excluded. */
  last: number
  above_px: number
  below_px: number
}

/** Which rows of a table lie in or near the window, as it is scrolled and resized. */
export function useVisibleRows(
  body: RefObject<HTMLElement | null>,
  count: number,
  onSeen: ((first: number, last: number) => void) | undefined,
): Visible {
  const [range, setRange] = useState({ first: 0, last: Math.min(count, SHORT) })
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      if (!body.current) return
      const next = count <= SHORT ? { first: 0, last: count } : rangeOf(body.current, count)
      setRange((before) => (before.first === next.first && before.last === next.last ? before : next))
      onSeen?.(next.first, next.last)
    }
    const soon = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [body, count, onSeen])
  const last = Math.min(range.last, count)
  const first = Math.min(range.first, last)
  return { first, last, above_px: first * ROW_PX, below_px: (count - last) * ROW_PX }
}

function rangeOf(body: HTMLElement, count: number): { first: number; last: number } {
  const { top } = body.getBoundingClientRect()
  const first = Math.max(0, Math.floor(-top / ROW_PX) - MARGIN)
  const last = Math.min(count, Math.ceil((window.innerHeight - top) / ROW_PX) + MARGIN)
  // In steps, so that not every wheel of a mouse is a new page.
  return { first: first - (first % 10), last: Math.min(count, Math.max(last, 0) + 10) }
}
