import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { now } from '../../clock.ts'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PriceLine } from '../../parts/price-line.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { lastHours } from '../../state/hours.ts'
import { useLive } from '../../state/live.ts'
import { t } from '../../texts/texts.ts'

const EVERY_MS = 30_000
/** What was paid for a model and how much of it, hour by hour. */
export function History({ model }: { model: string }) {
  const tab = (name: string, hours: number) => ({
    name,
    content: () => <Span key={hours} model={model} hours={hours} />,
  })
  return (
    <Panel title={t.prices.title}>
      <Tabs label={t.usage.period} tabs={[tab(t.prices.day, 24), tab(t.prices.week, 168)]} />
    </Panel>
  )
}

function Span({ model, hours }: { model: string; hours: number }) {
  const live = useLive(
    (signal) => api.call(market.modelHistory, { query: { model, hours } }, { signal }),
    [model, hours],
    { every_ms: EVERY_MS },
  )
  return (
    <Loaded live={live} height={166}>
      {({ models: [sold] }) =>
        sold ? (
          <PriceLine name={model} hours={lastHours(sold.hours, hours, now())} />
        ) : (
          <Empty title={t.prices.notSold}>{t.prices.notSoldWhy}</Empty>
        )
      }
    </Loaded>
  )
}
