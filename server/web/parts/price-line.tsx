import type { Hour } from '../state/hours.ts'
import { counted, fill, t } from '../texts/texts.ts'
import { Chart } from './chart.tsx'
import { dayHourText } from './moments.ts'
import { creditsText } from './money.tsx'
import './price-line.css'

interface PriceLineProps {
  /** Whose they are, for who does not see it. */
  name: string
  hours: readonly Hour[]
  /** As high as a row of a table, without a word beside it. */
  small?: boolean
}

const HEIGHT = 100
const GAP = 0.25
/** The line keeps off the edges, and where the price never changed it lies in the middle. */
const MARGIN = 12
const THOUSAND = 1000n

/** The price that was paid as a line, over how much was sold as bars; the hour that is chosen says both. */
export function PriceLine({ name, hours, small = false }: PriceLineProps) {
  const tokens = hours.reduce((sum, hour) => sum + hour.tokens, 0)
  const label = fill(t.prices.label, { name, hours: hours.length, tokens: counted(tokens, t.count.tokens) })
  const said = `${label} ${priceText(hours.at(-1))}`
  if (small) return <Drawing label={said} hours={hours} small />
  const points = hours.map((hour) => ({
    name: dayHourText(hour.at),
    said: `${priceText(hour)} ${counted(hour.tokens, t.count.tokens)}`,
  }))
  return (
    <Chart label={label} points={points} axis={t.time.hourUtc} figure={t.prices.title} idle={t.prices.legend}>
      {(at, choose) => <Drawing label={said} hours={hours} at={at} choose={choose} />}
    </Chart>
  )
}

interface DrawingProps {
  label: string
  hours: readonly Hour[]
  small?: boolean
  at?: number | undefined
  choose?: (at: number | undefined) => void
}

function Drawing({ label, hours, small = false, at, choose }: DrawingProps) {
  const most = Math.max(1, ...hours.map((hour) => hour.tokens))
  return (
    <svg
      class={small ? 'price-line small' : 'price-line'}
      viewBox={`0 0 ${hours.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerLeave={() => choose?.(undefined)}
    >
      {hours.map((hour, index) => (
        <g key={hour.at} class={index === at ? 'at' : undefined} onPointerEnter={() => choose?.(index)}>
          <rect class="chart-back" x={index} y={0} width={1} height={HEIGHT} />
          <rect
            class="volume"
            x={index + GAP / 2}
            width={1 - GAP}
            y={HEIGHT - (hour.tokens / most) * HEIGHT}
            height={(hour.tokens / most) * HEIGHT}
          />
        </g>
      ))}
      <path class="price" d={pathOf(hours)} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

function priceText(hour: Hour | undefined): string {
  if (hour?.price === undefined) return t.prices.none
  return fill(t.prices.price, { amount: creditsText(hour.price * THOUSAND) })
}

/** Steps from hour to hour, from the first price on. */
function pathOf(hours: readonly Hour[]): string {
  const prices = hours.flatMap(({ price }) => (price === undefined ? [] : [Number(price)]))
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const height = (price: number) =>
    most === least ? HEIGHT / 2 : MARGIN + ((most - price) / (most - least)) * (HEIGHT - 2 * MARGIN)
  let path = ''
  for (const [index, { price }] of hours.entries()) {
    if (price === undefined) continue
    const y = height(Number(price)).toFixed(1)
    path += path === '' ? `M${index} ${y}H${index + 1}` : `V${y}H${index + 1}`
  }
  return path
}
