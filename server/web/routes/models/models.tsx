import { type Model, market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Money } from '../../parts/money.tsx'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { useLive } from '../../state/live.ts'
import { t, whole } from '../../texts/texts.ts'

const EVERY_MS = 5000

const COLUMNS: readonly Column<Model>[] = [
  { head: t.columns.model, cell: ({ name }) => name },
  { head: t.models.price, cell: (model) => pricePerThousand(model.min_price_per_token), end: true },
  { head: t.models.paid, cell: (model) => pricePerThousand(model.market_price_per_token), end: true, rank: 3 },
  { head: t.models.limit, cell: (model) => pricePerThousand(model.price_limit_per_token), end: true, rank: 3 },
  { head: t.models.hosts, cell: ({ available_hosts }) => whole(available_hosts), end: true },
  { head: t.models.verified, cell: ({ verified_hosts }) => whole(verified_hosts ?? 0), end: true, rank: 2 },
  { head: t.models.speed, cell: ({ tokens_per_second }) => speedText(tokens_per_second), end: true, rank: 2 },
  { head: t.models.longest, cell: ({ max_tokens }) => whole(max_tokens), end: true, rank: 3 },
]

/** Every model on offer, what it costs now and who runs it. */
export function Models() {
  const [text, setText] = useState('')
  const live = useLive((signal) => api.call(market.models, { query: { detail: 'full' } }, { signal }), [], {
    every_ms: EVERY_MS,
  })
  return (
    <Page title={t.places.models}>
      <div class="filters">
        <SearchField label={t.models.search} value={text} onValue={setText} />
      </div>
      <Loaded live={live} height={300}>
        {({ models }) => <List models={models.filter(({ name }) => isWanted(name, text))} any={models.length > 0} />}
      </Loaded>
    </Page>
  )
}

function isWanted(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.trim().toLowerCase())
}

function List({ models, any }: { models: readonly Model[]; any: boolean }) {
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
      <p class="table-note">
        {t.models.unit} <Money nano={1_000_000_000n} />.
      </p>
    </section>
  )
}
