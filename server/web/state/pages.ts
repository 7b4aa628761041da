import type { ChangingList } from '@mkt/schemas'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTold } from './live.ts'

/** Rows that are asked for at once: the most that a list of the API gives. */
const PAGE = 100
const REFRESH_MS = 4000

interface Answer<R> {
  rows: readonly R[]
  total: number
}

export interface Pages<R> {
  /** Undefined until the first answer. */
  total: number | undefined
  row: (index: number) => R | undefined
  error: unknown
  /** Has what is looked at loaded. */
  onSeen: (first: number, last: number) => void
  reload: () => Promise<void>
}

/**
 * A long list, of which the parts that are looked at are loaded and kept up to date. `deps` are its filters: for others
 * it begins anew.
 */
export function usePages<R>(
  load: (offset: number, limit: number) => Promise<Answer<R>>,
  deps: readonly unknown[],
  { every_ms = REFRESH_MS, on }: { every_ms?: number | undefined; on?: ChangingList } = {},
) {
  const [state, setState] = useState<{ total?: number; error?: unknown }>({})
  const parts = useRef(new Map<number, readonly R[]>())
  const seen = useRef({ first: 0, last: 1 })
  const turn = useRef(0)
  const order = useRef({ asked: 0, shown: new Map<number, number>() })
  const fetchPart = useCallback(async (part: number) => {
    const own = turn.current
    const asked = ++order.current.asked
    try {
      const { rows, total } = await load(part * PAGE, PAGE)
      // What was asked later has been answered: this is what was so before.
      if (own !== turn.current || asked < (order.current.shown.get(part) ?? 0)) return
      order.current.shown.set(part, asked)
      parts.current.set(part, rows)
      setState({ total })
    } catch (error) {
      if (own === turn.current) setState((before) => ({ ...before, error }))
    }
  }, deps)
  const reload = useCallback(async () => {
    const { first, last } = seen.current
    const wanted = partsOf(first, last)
    await Promise.all(wanted.map(fetchPart))
  }, [fetchPart])
  useLayoutEffect(() => {
    turn.current++
    parts.current = new Map()
    order.current.shown.clear()
    seen.current = { first: 0, last: 1 }
    setState((before) => (Object.keys(before).length === 0 ? before : {}))
    void reload()
  }, [reload])
  const often_ms = useTold(reload, on, every_ms)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload()
    }, often_ms)
    return () => clearInterval(timer)
  }, [reload, often_ms])
  const onSeen = useCallback(
    (first: number, last: number) => {
      seen.current = { first, last: Math.max(last, first + 1) }
      for (const part of partsOf(first, last)) if (!parts.current.has(part)) void fetchPart(part)
    },
    [fetchPart],
  )
  const row = (index: number) => parts.current.get(Math.floor(index / PAGE))?.[index % PAGE]
  return { total: state.total, error: state.error, row, onSeen, reload } as Pages<R>
}

function partsOf(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE)
  const to = Math.floor(Math.max(first, last - 1) / PAGE)
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}
