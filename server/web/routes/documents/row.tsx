import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface Lighting {
  lit: string | undefined
  onLit: (key: string | undefined) => void
}

interface RowProps extends Lighting {
  id: string
  children: ComponentChildren
  /** Buttons beside the row. */
  beside?: ComponentChildren
}

/** Brings a row the focus, once it stands there again. */
export function focusRow(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus())
}

/** A row that lights up its place on the page, and the other way round. */
export function Row({ id, lit, onLit, children, beside }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isLit = lit === id
  useEffect(() => {
    if (isLit && !row.current?.matches(':hover, :focus-within')) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isLit])
  const light = () => {
    onLit(id)
    document.querySelector(`[data-key="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <li ref={row} class={isLit ? 'lit' : undefined}>
      <button
        type="button"
        class="found-row"
        data-row={id}
        onPointerEnter={() => onLit(id)}
        onPointerLeave={() => onLit(undefined)}
        onFocus={light}
        onBlur={() => onLit(undefined)}
        onClick={light}
      >
        {children}
      </button>
      {beside ? <span class="found-beside">{beside}</span> : null}
    </li>
  )
}
