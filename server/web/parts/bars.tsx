import { Chart, type Point } from './chart.tsx'

export interface Bar extends Point {
  size: number
}

interface BarsProps {
  /** What is shown, for who does not see it. */
  label: string
  bars: readonly Bar[]
  /** What the bars stand for, as `Day, UTC`. */
  axis: string
  /** What each of them says. */
  figure: string
  /** How the scale's top is written. */
  top: (size: number) => string
  tone?: 'copper' | 'accent'
  /** What a whole bar stands for; undefined: the largest of them. */
  most?: number
  /** The page has a table of the same beside it. */
  tabled?: boolean
}

const HEIGHT = 120
const GAP = 0.22

/** A bar for each day or hour. */
export function Bars({ bars, top, most = 0, ...chart }: BarsProps) {
  const largest = Math.max(most, ...bars.map(({ size }) => size))
  return (
    <Chart {...chart} points={bars} idle={largest > 0 ? top(largest) : ' '}>
      {(at, choose) => (
        <svg
          viewBox={`0 0 ${bars.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={chart.label}
          onPointerLeave={() => choose(undefined)}
        >
          <path class="chart-line" d={`M0 0.5H${bars.length}M0 ${HEIGHT / 2}H${bars.length}`} />
          {bars.map(({ name, size }, index) => {
            const height = largest > 0 ? Math.max(size > 0 ? 2 : 0, (size / largest) * (HEIGHT - 1)) : 0
            return (
              <g key={name} onPointerEnter={() => choose(index)} class={index === at ? 'at' : undefined}>
                <rect class="chart-back" x={index} y={0} width={1} height={HEIGHT} />
                <rect class="bar" x={index + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />
              </g>
            )
          })}
        </svg>
      )}
    </Chart>
  )
}
