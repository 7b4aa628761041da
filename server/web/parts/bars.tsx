import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import './bars.css'

export interface Bar {
  /** What it stands for, as `20 Nov`. */
  name: string
  size: number
  /** What is said of it when it is pointed at. */
  said: ComponentChildren
}

interface BarsProps {
  /** What is shown, for who does not see it. */
  label: string
  bars: readonly Bar[]
  /** How the scale's top is written. */
  top: (size: number) => string
  tone?: 'copper' | 'accent'
  /** What a whole bar stands for; undefined: the largest of them. */
  most?: number
}

const HEIGHT = 120
const GAP = 0.22

/** A bar for each day or hour. The one that is pointed at says its figure above; a table below has them all. */
export function Bars({ label, bars, top, tone = 'accent', most = 0 }: BarsProps) {
  const [at, setAt] = useState<number | undefined>(undefined)
  const largest = Math.max(most, ...bars.map(({ size }) => size))
  const shown = at === undefined ? undefined : bars[at]
  return (
    <figure class={`bars ${tone}`}>
      <figcaption class="bars-said">
        {shown ? (
          <>
            <strong>{shown.name}</strong> {shown.said}
          </>
        ) : (
          <span class="faint">{largest > 0 ? top(largest) : ' '}</span>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onPointerLeave={() => setAt(undefined)}
      >
        <path class="bars-line" d={`M0 0.5H${bars.length}M0 ${HEIGHT / 2}H${bars.length}`} />
        {bars.map(({ name, size }, index) => {
          const height = largest > 0 ? Math.max(size > 0 ? 2 : 0, (size / largest) * (HEIGHT - 1)) : 0
          return (
            <g key={name} onPointerEnter={() => setAt(index)} class={index === at ? 'at' : undefined}>
              <rect class="bars-back" x={index} y={0} width={1} height={HEIGHT} />
              <rect class="bar" x={index + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
            </g>
          )
        })}
      </svg>
      <div class="bars-ends faint small" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </figure>
  )
}
