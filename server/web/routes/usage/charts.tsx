import { Bars } from '../../parts/bars.tsx'
import { daysOf } from '../../parts/days.ts'
import { creditsText } from '../../parts/money.tsx'
import { Panel } from '../../parts/panel.tsx'
import { counted, fill, t, whole } from '../../texts/texts.ts'
import type { Sum } from './sums.ts'

interface ChartsProps {
  from: string
  to: string
  byDay: ReadonlyMap<string, Sum>
  total: Sum
}

/** What was spent and what was read and written on each day. */
export function Charts({ from, to, byDay, total }: ChartsProps) {
  const days = daysOf(from, to).map((day) => ({ day, sum: byDay.get(day) }))
  return (
    <div class="grid-2">
      <Panel title={t.usage.byDay}>
        <Bars
          label={fill(t.usage.chart, { from, total: creditsText(total.credits) })}
          bars={days.map(({ day, sum }) => ({ name: day, size: Number(sum?.credits ?? 0n), said: spentText(sum) }))}
          axis={t.time.dayUtc}
          figure={t.usage.spent}
          top={(size) => fill(t.usage.most, { amount: creditsText(BigInt(Math.round(size))) })}
          tabled
        />
      </Panel>
      <Panel title={t.usage.tokensByDay}>
        <Bars
          label={fill(t.usage.tokensChart, { from, total: tokensText(total) })}
          bars={days.map(({ day, sum }) => ({ name: day, size: allTokens(sum), said: tokensText(sum) }))}
          axis={t.time.dayUtc}
          figure={t.columns.tokens}
          top={(size) => fill(t.usage.mostTokens, { n: whole(size) })}
          tabled
        />
      </Panel>
    </div>
  )
}

const allTokens = (sum: Sum | undefined) => (sum ? sum.tokens + sum.prompt_tokens : 0)

const spentText = ({ credits, jobs }: Pick<Sum, 'credits' | 'jobs'> = { credits: 0n, jobs: 0 }) =>
  `${fill(t.money.credits, { amount: creditsText(credits) })}, ${counted(jobs, t.count.jobs)}`

const tokensText = (sum: Pick<Sum, 'tokens' | 'prompt_tokens'> = { tokens: 0, prompt_tokens: 0 }) =>
  fill(t.usage.tokensOf, { written: whole(sum.tokens), read: whole(sum.prompt_tokens) })
