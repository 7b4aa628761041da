import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Empty, Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Figures, Panel } from '../../parts/panel.tsx'
import { pricePerThousand, speedText } from '../../parts/price.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t, whole } from '../../texts/texts.ts'
import { History } from './history.tsx'
import { Hosts } from './model-hosts.tsx'
import { Samples } from './samples.tsx'

const EVERY_MS = 5000

/** One model: what it costs, who runs it, and how a program uses it. */
export function ModelPage({ name }: { name: string }) {
  const live = useLive((signal) => load(name, signal), [name], { every_ms: EVERY_MS })
  return (
    <Page
      title={name}
      back={{ href: '/app/models', text: t.places.models }}
      actions={
        <a class="button main" href={`/app/playground?model=${encodeURIComponent(name)}`}>
          {t.models.tryIt}
        </a>
      }
    >
      <Loaded live={live} height={320}>
        {({ model, hosts }) => (
          <>
            {model ? <Sums model={model} /> : <Empty title={fill(t.models.gone, { name })}>{t.models.goneWhy}</Empty>}
            <History model={name} />
            <Hosts hosts={hosts} model={name} />
            <Panel title={t.models.samples}>
              <Samples model={name} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

async function load(name: string, signal: AbortSignal) {
  const [{ models }, { hosts }] = await Promise.all([
    api.call(market.models, { query: { detail: 'full' } }, { signal }),
    api.call(market.hosts, { query: { detail: 'full' } }, { signal }),
  ])
  const serving = hosts.filter((host) => host.models.includes(name))
  return { model: models.find((model) => model.name === name), hosts: serving }
}

type Loaded_ = Awaited<ReturnType<typeof load>>

function Sums({ model }: { model: NonNullable<Loaded_['model']> }) {
  return (
    <Figures
      figures={[
        { name: t.models.priceNow, value: pricePerThousand(model.min_price_per_token), note: t.models.perThousand },
        { name: t.models.paidDay, value: pricePerThousand(model.market_price_per_token), note: t.models.perThousand },
        { name: t.models.limit, value: pricePerThousand(model.price_limit_per_token), note: t.models.limitWhy },
        {
          name: t.models.hosts,
          value: whole(model.available_hosts),
          note: fill(t.models.shown, { verified: model.verified_hosts ?? 0, proven: model.proven_hosts ?? 0 }),
        },
        { name: t.models.speed, value: speedText(model.tokens_per_second), note: t.models.speedWhy },
      ]}
    />
  )
}
