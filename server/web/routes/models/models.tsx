import { type Model, market, type SoldHour } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { now } from '../../clock.ts'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { PriceLine } from '../../parts/price-line.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { lastHours } from '../../state/hours.ts'
import { useLive } from '../../state/live.ts'
import { t, whole } from '../../texts/texts.ts'

const EVERY_MS = 5000
const HISTORY_EVERY_MS = 60_000
const HOURS = 24

type Row = Model & { sold: readonly SoldHour[] }

const COLUMNS: readonly Column<Row>[] = [
  { head: t.columns.model, cell: ({ name }) => name },
  { head: t.models.price, cell: (model) => pricePerThousand(model.min_price_per_token), end: true },
  { head: t.models.paid, cell: (model) => pricePerThousand(model.market_price_per_token), end: true, rank: 3 },
  { head: t.models.limit, cell: (model) => pricePerThousand(model.price_limit_per_token), end: true, rank: 3 },
  { head: t.prices.column, cell: (row) => <Line row={row} />, end: true, rank: 2 },
  { head: t.models.hosts, cell: ({ available_hosts }) => whole(available_hosts), end: true },
  { head: t.models.verified, cell: ({ verified_hosts }) => whole(verified_hosts ?? 0), end: true, rank: 2 },
  { head: t.models.speed, cell: ({ tokens_per_second }) => speedText(tokens_per_second), end: true, rank: 2 },
  { head: t.models.longest, cell: ({ max_tokens }) => whole(max_tokens), end: true, rank: 3 },
]

function Line({ row: { name, sold } }: { row: Row }) {
  if (sold.length === 0) return <span class="faint">–</span>
  return <PriceLine small name={name} hours={lastHours(sold, HOURS, now())} />
}

const PAGE = 100
/** Pages of models that are asked for: lines of some thousand more would be looked at by nobody. */
const MOST_PAGES = 10

/** By model, in as many pages as there are. */
async function loadHistory(signal: AbortSignal): Promise<Map<string, readonly SoldHour[]>> {
  const all = new Map<string, readonly SoldHour[]>()
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { hours: HOURS, limit: PAGE, ...(after === undefined ? {} : { after }) }
    const { models } = await api.call(market.modelHistory, { query }, { signal })
    for (const { name, hours } of models) all.set(name, hours)
    if (models.length < PAGE) break
    after = models.at(-1)?.name
  }
  return all
}

/** Every model on offer, what it costs now and who runs it. */
export function Models() {
  const [text, setText] = useState('')
  const live = useLive((signal) => api.call(market.models, { query: { detail: 'full' } }, { signal }), [], {
    every_ms: EVERY_MS,
  })
  const history = useLive(loadHistory, [], { every_ms: HISTORY_EVERY_MS })
  const rowsOf = (models: readonly Model[]) =>
    models
      .filter(({ name }) => isWanted(name, text))
      .map((model) => ({ ...model, sold: history.data?.get(model.name) ?? [] }))
  return (
    <Page title={t.places.models}>
      <div class="filters">
        <SearchField label={t.models.search} value={text} onValue={setText} />
      </div>
      <Loaded live={live} height={300}>
        {({ models }) => <List models={rowsOf(models)} any={models.length > 0} />}
      </Loaded>
    </Page>
  )
}

function isWanted(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.trim().toLowerCase())
}

function List({ models, any }: { models: readonly Row[]; any: boolean }) {
  if (models.length === 0) {
    return (
      <section class="panel flush" aria-label={t.places.models}>
        <Empty title={any ? t.models.notFound : t.models.none}>
          {any ? null : <a href="/app/hosts">{t.models.offer}</a>}
        </Empty>
      </section>
    )
  }
  return (
    <section class="panel flush" aria-label={t.places.models}>
      <ShortTable
        label={t.places.models}
        columns={COLUMNS}
        rows={models}
        keyOf={({ name }) => name}
        href={({ name }) => `/app/models/${encodeURIComponent(name)}`}
      />
      <p class="table-note">{t.models.unit}</p>
    </section>
  )
}
