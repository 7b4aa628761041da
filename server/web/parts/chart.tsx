import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { fill, t } from '../texts/texts.ts'
import { type Column, ShortTable } from './table.tsx'
import './chart.css'

/** A day or an hour of a chart, and what is said of it. */
export interface Point {
  /** As `20 Nov`. */
  name: string
  said: string
}

type Choose = (at: number | undefined) => void

interface ChartProps {
  /** What is shown, for who does not see it. */
  label: string
  points: readonly Point[]
  /** What the points are, as `Day, UTC`. */
  axis: string
  /** What is said of them. */
  figure: string
  /** Stands above while no point is chosen. */
  idle: ComponentChildren
  tone?: 'copper' | 'accent'
  /** The page has a table of the same beside it. */
  tabled?: boolean
  /** The drawing, with the point that is chosen. */
  children: (at: number | undefined, choose: Choose) => ComponentChildren
}

/** A drawing of which each figure can be read: by pointing at it, by keys, and in a table. */
export function Chart({ label, points, axis, figure, idle, tone = 'accent', tabled = false, children }: ChartProps) {
  const [at, choose] = useState<number>()
  const shown = at === undefined ? undefined : points[at]
  return (
    <figure class={`chart ${tone}`}>
      <figcaption class="chart-said">
        {shown ? (
          <>
            <strong>{shown.name}</strong> {shown.said}
          </>
        ) : (
          <span class="faint">{idle}</span>
        )}
      </figcaption>
      <Walk label={label} points={points} at={at} choose={choose} />
      {children(at, choose)}
      <div class="chart-ends faint small" aria-hidden="true">
        <span>{points[0]?.name}</span>
        <span>{axis}</span>
        <span>{points.at(-1)?.name}</span>
      </div>
      {tabled ? null : <AsTable label={label} points={points} axis={axis} figure={figure} />}
    </figure>
  )
}

interface WalkProps {
  label: string
  points: readonly Point[]
  at: number | undefined
  choose: Choose
}

/** The browser's own slider, unseen: arrow keys go from point to point, and a screen reader says each. */
function Walk({ label, points, at, choose }: WalkProps) {
  const last = points.length - 1
  const { name, said } = points[at ?? last] ?? { name: '', said: '' }
  return (
    <input
      class="unseen"
      type="range"
      min={0}
      max={Math.max(0, last)}
      value={at ?? last}
      aria-label={fill(t.charts.walk, { label })}
      aria-valuetext={`${name}: ${said}`}
      onFocus={() => choose(last)}
      onBlur={() => choose(undefined)}
      onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
    />
  )
}

function AsTable({ label, points, axis, figure }: Pick<ChartProps, 'label' | 'points' | 'axis' | 'figure'>) {
  const [open, setOpen] = useState(false)
  const columns: readonly Column<Point>[] = [
    { head: axis, cell: ({ name }) => name },
    { head: figure, cell: ({ said }) => said, end: true },
  ]
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t.charts.table}
        <span class="unseen">: {label}</span>
      </summary>
      {open ? (
        <ShortTable label={label} columns={columns} rows={[...points].reverse()} keyOf={({ name }) => name} />
      ) : null}
    </details>
  )
}
