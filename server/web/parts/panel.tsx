import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  title: string
  children: ComponentChildren
  actions?: ComponentChildren
  /** Its content reaches the edges, as a table's does. */
  flush?: boolean
}

/** A part of a page with a heading of its own. */
export function Panel({ title, children, actions, flush = false }: PanelProps) {
  const id = useId()
  return (
    <section class={`panel${flush ? ' flush' : ''}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {actions ? <div class="row">{actions}</div> : null}
      </header>
      <div class="panel-body">{children}</div>
    </section>
  )
}

export interface Figure {
  name: string
  value: ComponentChildren
  note?: ComponentChildren
  tone?: 'copper' | 'accent'
}

/** A few figures side by side. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ name, value, note, tone }) => (
        <div key={name} class={tone ? `figure ${tone}` : 'figure'}>
          <dt>{name}</dt>
          <dd class="figure-value">{value}</dd>
          {note ? <dd class="figure-note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

export type Fact = readonly [name: string, value: ComponentChildren]

/** Names and values below each other, as on the page of one object. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl class="facts">
      {facts.map((fact) =>
        fact ? (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1] ?? '–'}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
