import { useState } from 'preact/hooks'
import type { Hour } from '../state/hours.ts'
import { counted, fill, t } from '../texts/texts.ts'
import { creditsText } from './money.tsx'
import './bars.css'
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

/** The price that was paid as a line, over how much was sold as bars; the hour that is pointed at says both. */
export function PriceLine({ name, hours, small = false }: PriceLineProps) {
  const [at, setAt] = useState<number>()
  const tokens = hours.reduce((sum, hour) => sum + hour.tokens, 0)
  const most = Math.max(1, ...hours.map((hour) => hour.tokens))
  const label = fill(t.prices.label, { name, hours: hours.length, tokens: counted(tokens, t.count.tokens) })
  const shown = at === undefined ? undefined : hours[at]
  const drawing = (
    <svg
      class={small ? 'price-line small' : 'price-line'}
      viewBox={`0 0 ${hours.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label} ${priceText(hours.at(-1))}`}
      onPointerLeave={() => setAt(undefined)}
    >
      {hours.map((hour, index) => (
        <g key={hour.at} class={index === at ? 'at' : undefined} onPointerEnter={() => setAt(index)}>
          <rect class="bars-back" x={index} y={0} width={1} height={HEIGHT} />
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
  if (small) return drawing
  return (
    <figure class="bars">
      <figcaption class="bars-said">
        {shown ? <Said hour={shown} /> : <span class="faint">{t.prices.legend}</span>}
      </figcaption>
      {drawing}
      <div class="bars-ends faint small" aria-hidden="true">
        <span>{hourName(hours[0])}</span>
        <span>{hourName(hours.at(-1))}</span>
      </div>
    </figure>
  )
}

function Said({ hour }: { hour: Hour }) {
  return (
    <>
      <strong>{hourName(hour)}</strong> {priceText(hour)} {counted(hour.tokens, t.count.tokens)}
    </>
  )
}

const hourFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const hourName = (hour: Hour | undefined) => (hour ? hourFormat.format(hour.at) : '')

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
