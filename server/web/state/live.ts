import type { ChangingList } from '@mkt/schemas'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { onChanged, TOLD_MS, told } from './changes.ts'

export interface Live<T> {
  /** The newest answer; kept while a later one fails. */
  data: T | undefined
  /** Why the last attempt failed. */
  error: unknown
  reload: () => Promise<void>
}

export interface LiveOptions {
  /** Asked again so often while the page is looked at. Without it: once. */
  every_ms?: number | undefined
  /** A list that the server tells changes of: asked again at once then, and seldom otherwise. */
  on?: ChangingList | undefined
}

/**
 * What a page shows, loaded and kept up to date: again for other `deps`, after `reload`, and every so often while the
 * page is visible. An answer that was overtaken by another is dropped.
 */
export function useLive<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[], options?: LiveOptions) {
  const [state, setState] = useState<{ data?: T; error?: unknown }>({})
  const running = useRef<AbortController>(undefined)
  const again = useRef(false)
  const attempt = useCallback(async (): Promise<void> => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    again.current = false
    try {
      const data = await load(own.signal)
      if (!own.signal.aborted) setState({ data })
    } catch (error) {
      if (!own.signal.aborted) setState((before) => ({ ...before, error }))
    }
    if (running.current !== own) return
    running.current = undefined
    if (again.current && !own.signal.aborted) await attempt()
  }, deps)
  // Changes may come faster than answers: the one that is under way is waited for, and then looked once more.
  const look = useCallback(() => {
    if (running.current === undefined) return attempt()
    again.current = true
  }, [attempt])
  // Before the first paint, which on a slow phone is a tenth of a second.
  useLayoutEffect(() => {
    setState((before) => (Object.keys(before).length === 0 ? before : {}))
    void attempt()
    return () => running.current?.abort()
  }, [attempt])
  useRepeated(attempt, useTold(look, options?.on, options?.every_ms))
  return { data: state.data, error: state.error, reload: attempt } as Live<T>
}

/** Runs when the server says that the list has changed; how often to look besides, in milliseconds. */
export function useTold(look: () => unknown, list: ChangingList | undefined, every_ms: number): number
export function useTold(look: () => unknown, list: ChangingList | undefined, every_ms?: number): number | undefined
export function useTold(look: () => unknown, list: ChangingList | undefined, every_ms?: number) {
  useEffect(() => (list === undefined ? undefined : onChanged(list, look)), [look, list])
  return list !== undefined && told.value && every_ms !== undefined ? Math.max(every_ms, TOLD_MS) : every_ms
}

/** Runs again and again while the page is visible, and at once when it becomes visible; never twice at a time. */
function useRepeated(attempt: () => Promise<void>, every_ms: number | undefined): void {
  useEffect(() => {
    if (every_ms === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const next = () => {
      timer = setTimeout(run, every_ms)
    }
    const run = async () => {
      if (document.visibilityState === 'visible') await attempt()
      if (!over) next()
    }
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      void run()
    }
    document.addEventListener('visibilitychange', onVisible)
    next()
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [attempt, every_ms])
}
