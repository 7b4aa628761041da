import type { AnswerBody, market } from '@mkt/schemas'
import { Chip } from '../../parts/chip.tsx'
import { HostState } from '../../parts/host-state.tsx'
import { Empty } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { shareText } from '../../parts/share.ts'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { t } from '../../texts/texts.ts'

type Host = AnswerBody<typeof market.hosts>['hosts'][number]

const columnsOf = (model: string): readonly Column<Host>[] => [
  { head: t.columns.gpu, cell: ({ gpu }) => gpu },
  { head: t.columns.state, cell: ({ status }) => <HostState status={status} /> },
  {
    head: t.models.verified,
    cell: ({ verified_models = [] }) =>
      verified_models.includes(model) ? <Chip tone="good">{t.verdicts.verified}</Chip> : '–',
    rank: 2,
  },
  { head: t.hosts.uptime, cell: ({ uptime }) => shareText(uptime), end: true, rank: 2 },
  { head: t.models.speed, cell: ({ tokens_per_second }) => speedText(tokens_per_second), end: true, rank: 3 },
  { head: t.models.price, cell: (host) => pricePerThousand(priceOf(host, model)), end: true },
]

const priceOf = ({ model_prices, price_per_token }: Host, model: string) =>
  model_prices?.[model]?.price_per_token ?? price_per_token

/** Who serves a model: whether it was shown to run it, how reliable and fast it is, and what it asks. */
export function Hosts({ hosts, model }: { hosts: readonly Host[]; model: string }) {
  return (
    <Panel title={t.places.hosts} flush>
      {hosts.length === 0 ? (
        <Empty title={t.models.noHosts} />
      ) : (
        <ShortTable label={t.places.hosts} columns={columnsOf(model)} rows={hosts} keyOf={({ host_id }) => host_id} />
      )}
    </Panel>
  )
}
