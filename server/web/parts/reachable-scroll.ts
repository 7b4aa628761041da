import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** What scrolls sideways can be reached without a mouse; what fits is no stop on the way. */
export function useReachableScroll(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      if (current.scrollWidth > current.clientWidth) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    }
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    for (const child of current.children) watch.observe(child)
    return () => watch.disconnect()
  }, [frame])
}
