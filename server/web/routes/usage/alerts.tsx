import { type Alert, type AlertKind, formatCredits, market, parseCredits } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReachedAlerts } from '../../parts/reached-alerts.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

const KINDS: readonly AlertKind[] = ['day', 'month', 'balance']
const EVERY_MS = 15_000

/** What one is told of before the credits are gone: how it stands, and a form for it. */
export function Alerts() {
  const live = useLive((signal) => api.call(market.alerts, {}, { signal }), [], { every_ms: EVERY_MS })
  return (
    <Panel title={t.alerts.title}>
      <Loaded live={live} height={140}>
        {({ alerts, by_mail }) => (
          <div class="stack">
            <ReachedAlerts alerts={alerts} />
            <AlertForm alerts={alerts} onSet={live.reload} />
            <p class="soft small">{by_mail ? t.alerts.byMail : t.alerts.byHook}</p>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function AlertForm({ alerts, onSet }: { alerts: readonly Alert[]; onSet: () => unknown }) {
  const form = useForm(async (values) => {
    const [day, month, balance] = KINDS.map((kind) => limitOf(values, kind))
    await api.call(market.setAlerts, { body: { day, month, balance } })
    toast(day === null && month === null && balance === null ? t.alerts.none : t.alerts.kept)
    await onSet()
  })
  return (
    <form class="stack" onSubmit={form.submit} noValidate>
      <div class="row">
        {KINDS.map((kind) => (
          <Field
            key={kind}
            label={t.alerts[kind]}
            name={kind}
            inputMode="decimal"
            autocomplete="off"
            placeholder={t.alerts.never}
            // The field is the person's while they type: what is stored does not come back into it.
            defaultValue={textOf(alerts, kind)}
            error={form.faults[kind]}
          />
        ))}
      </div>
      <FormFault form={form} />
      <div class="row end">
        <Button type="submit" busy={form.busy}>
          {t.alerts.keep}
        </Button>
      </div>
    </form>
  )
}

function textOf(alerts: readonly Alert[], wanted: AlertKind): string {
  const found = alerts.find(({ kind }) => kind === wanted)
  return found ? formatCredits(found.limit) : ''
}

function limitOf(values: Record<string, string>, kind: AlertKind): bigint | null {
  const text = values[kind]?.trim()
  if (!text) return null
  const nano = parseCredits(text)
  if (nano === undefined || nano <= 0n) throw new FieldFault(kind, t.tokens.badAmount)
  return nano
}
