import type { ComponentChildren } from 'preact'
import { explain } from '../state/explain.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'

interface EmptyProps {
  title: string
  /** What to do. */
  children?: ComponentChildren
}

/** Where a list has nothing yet: says what to do. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children ? <div class="soft">{children}</div> : null}
    </div>
  )
}

/** What went wrong, with a way to try again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  return (
    <div class="failure" role="alert">
      <p>{explain(error)}</p>
      {retry ? (
        <Button small onClick={retry}>
          {t.retry}
        </Button>
      ) : null}
    </div>
  )
}

interface LoadedProps<T> {
  live: { data: T | undefined; error: unknown; reload: () => Promise<void> }
  children: (data: T) => ComponentChildren
  /** Kept free while it loads, so that nothing jumps: in pixels. */
  height?: number
}

/** What was loaded; until then room for it, and what went wrong where that is all there is. */
export function Loaded<T>({ live, children, height = 120 }: LoadedProps<T>) {
  const { data, error, reload } = live
  if (data === undefined && error === undefined) {
    return (
      <div class="loading" style={{ minHeight: `${height}px` }} aria-busy="true" role="status" aria-label={t.loading} />
    )
  }
  return (
    <>
      {error === undefined ? null : data === undefined ? (
        <Failure error={error} retry={reload} />
      ) : (
        <p class="stale" role="status">
          {t.errors.stale}
        </p>
      )}
      {data === undefined ? null : children(data)}
    </>
  )
}
