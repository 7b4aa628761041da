import { formatCredits, type HostChange, market, type OwnHost, parseCredits } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { DAY_MS, dayOf, now } from '../../clock.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FormFault, SelectField } from '../../parts/field.tsx'
import { Money } from '../../parts/money.tsx'
import { pricePerThousand } from '../../parts/price.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t, whole } from '../../texts/texts.ts'

interface PriceDialogProps {
  host: OwnHost
  open: boolean
  onClose: () => void
  onChange: () => Promise<void>
}

const THOUSAND = 1000n
const WEEK_DAYS = 7

/** Changes a host's price, beside what others ask and what the last week's tokens would have brought. */
export function PriceDialog({ host, open, onClose, onChange }: PriceDialogProps) {
  return (
    <Dialog title={t.host.changePrice} open={open} onClose={onClose}>
      {open ? <PriceForm host={host} onClose={onClose} onChange={onChange} /> : null}
    </Dialog>
  )
}

/** A value that is no model's name. */
const OTHERS_OF_HOST = ''

function PriceForm({ host, onClose, onChange }: Omit<PriceDialogProps, 'open'>) {
  const [model, setModel] = useState(OTHERS_OF_HOST)
  const [text, setText] = useState(priceText(host, OTHERS_OF_HOST))
  const live = useLive((signal) => load(host, signal), [host.host_id])
  const nano = parseCredits(text.trim())
  const form = useForm(async () => {
    if (nano === undefined || nano < 0n) throw new FieldFault('price', t.tokens.badAmount)
    const params = { host_id: host.host_id }
    await api.call(market.changeOwnedHost, { params, body: changeOf(host, model, nano / THOUSAND) })
    toast(t.host.priceChanged)
    await onChange()
    onClose()
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <OfWhich
        host={host}
        model={model}
        onChoose={(name) => {
          setModel(name)
          setText(priceText(host, name))
        }}
      />
      <Field
        label={t.host.newPrice}
        name="price"
        inputMode="decimal"
        value={text}
        hint={t.host.priceHint}
        error={form.faults.price ?? form.faults.price_per_token}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {live.data && nano !== undefined && nano >= 0n ? (
        <p class="note">
          {fill(t.host.lastWeek, { tokens: whole(live.data.tokens) })}{' '}
          <strong>
            <Money nano={(nano * BigInt(live.data.tokens)) / THOUSAND} />
          </strong>{' '}
          {t.host.beforeShare}
        </p>
      ) : null}
      {live.data ? (
        <ShortTable label={t.host.others} columns={OTHERS} rows={live.data.models} keyOf={({ name }) => name} />
      ) : null}
      <FormFault form={form} />
      <div class="row end">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" busy={form.busy}>
          {t.host.changePrice}
        </Button>
      </div>
    </form>
  )
}

interface OfWhichProps {
  host: OwnHost
  model: string
  onChoose: (model: string) => void
}

/** Whose price it is: where there is more than one, and the server knows prices by model. */
function OfWhich({ host: { models, model_prices }, model, onChoose }: OfWhichProps) {
  if (models.length < 2 || !model_prices) return null
  const others = { value: OTHERS_OF_HOST, text: t.host.priceOfOthers }
  return (
    <SelectField
      label={t.host.priceOf}
      name="model"
      value={model}
      choices={[others, ...models.map((name) => ({ value: name, text: name }))]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}

const priceText = ({ model_prices, price_per_token }: OwnHost, model: string) =>
  formatCredits((model_prices?.[model]?.price_per_token ?? price_per_token) * THOUSAND)

/** Prices of single models are said all at once. */
function changeOf({ model_prices, price_per_input_token = 0n }: OwnHost, model: string, nano: bigint): HostChange {
  if (model === OTHERS_OF_HOST) return { price_per_token: nano }
  const read = model_prices?.[model]?.price_per_input_token ?? price_per_input_token
  return { model_prices: { ...model_prices, [model]: { price_per_token: nano, price_per_input_token: read } } }
}

async function load(host: OwnHost, signal: AbortSignal) {
  const to = dayOf(now() + DAY_MS)
  const query = { from: dayOf(Date.parse(to) - WEEK_DAYS * DAY_MS), to, by: 'day' }
  const [{ models }, { total }] = await Promise.all([
    api.call(market.models, { query: { detail: 'full' } }, { signal }),
    api.call(market.ownedHostEarnings, { params: { host_id: host.host_id }, query }, { signal }),
  ])
  return { models: models.filter(({ name }) => host.models.includes(name)), tokens: total.tokens }
}

type Other = Awaited<ReturnType<typeof load>>['models'][number]

const OTHERS: readonly Column<Other>[] = [
  { head: t.columns.model, cell: ({ name }) => name },
  { head: t.host.cheapest, cell: ({ min_price_per_token }) => pricePerThousand(min_price_per_token), end: true },
  { head: t.models.paid, cell: (model) => pricePerThousand(model.market_price_per_token), end: true },
  { head: t.models.limit, cell: (model) => pricePerThousand(model.price_limit_per_token), end: true },
]
