import { type Model, market } from '@mkt/schemas'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { AreaField, Field, SelectField } from '../../parts/field.tsx'
import { creditsText } from '../../parts/money.tsx'
import { Failure } from '../../parts/notice.tsx'
import { useLive } from '../../state/live.ts'
import { fill, t } from '../../texts/texts.ts'
import { change, faultsOf, settings } from './settings.ts'

const EVERY_MS = 10_000
const THOUSAND = 1000n

/** Which model, and how it is asked. */
export function SettingsForm() {
  return (
    <form class="settings" aria-label={t.playground.settings} onSubmit={(event) => event.preventDefault()}>
      <ModelFields />
      <Manner />
      <Forms />
    </form>
  )
}

function ModelFields() {
  const live = useLive((signal) => api.call(market.models, {}, { signal }), [], { every_ms: EVERY_MS })
  const models = live.data?.models ?? []
  const given = settings.value
  const first = models.find(({ available_hosts }) => available_hosts > 0) ?? models[0]
  useEffect(() => {
    if (first && !settings.value.model) change({ model: first.name })
  }, [first])
  const choices = models.map((model) => ({ value: model.name, text: choiceText(model) }))
  const known = given.model === '' || models.some(({ name }) => name === given.model)
  const gone = known ? [] : [{ value: given.model, text: fill(t.playground.gone, { name: given.model }) }]
  return (
    <>
      {live.error !== undefined && !live.data ? <Failure error={live.error} retry={live.reload} /> : null}
      <SelectField
        label={t.fields.model}
        choices={[...gone, ...choices]}
        value={given.model}
        hint={live.data && models.length === 0 ? t.models.none : priceHint(models, given.model)}
        onChange={({ currentTarget }) => change({ model: currentTarget.value })}
      />
      <SelectField
        label={t.playground.second}
        choices={[{ value: '', text: t.playground.noSecond }, ...choices]}
        value={given.second}
        onChange={({ currentTarget }) => change({ second: currentTarget.value })}
      />
    </>
  )
}

function Manner() {
  const given = settings.value
  const faults = faultsOf(given)
  return (
    <>
      <AreaField
        label={t.playground.system}
        rows={3}
        value={given.system}
        onInput={({ currentTarget }) => change({ system: currentTarget.value })}
      />
      <Field
        label={fill(t.playground.temperature, { n: given.temperature.toFixed(1) })}
        type="range"
        min={0}
        max={2}
        step={0.1}
        value={given.temperature}
        onInput={({ currentTarget }) => change({ temperature: Number(currentTarget.value) })}
      />
      <Field
        label={t.playground.maxTokens}
        inputMode="numeric"
        value={given.max_tokens}
        error={faults.max_tokens && t.playground.badTokens}
        onInput={({ currentTarget }) => change({ max_tokens: currentTarget.value })}
      />
      <Field
        label={t.playground.priceLimit}
        inputMode="decimal"
        placeholder={t.playground.marketLimit}
        hint={t.playground.limitHint}
        value={given.price_limit}
        error={faults.price_limit && t.tokens.badAmount}
        onInput={({ currentTarget }) => change({ price_limit: currentTarget.value })}
      />
    </>
  )
}

/** What the model may call, and how its answer must look. */
function Forms() {
  const given = settings.value
  const faults = faultsOf(given)
  const filled = given.tools !== '' || given.schema !== ''
  const [open, setOpen] = useState(filled)
  // Opens for what is there, and shuts for nobody who is just writing something else.
  useEffect(() => {
    if (filled) setOpen(true)
  }, [filled])
  return (
    <details class="forms" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.playground.forms}</summary>
      <AreaField
        label={t.playground.tools}
        rows={5}
        spellcheck={false}
        class="mono"
        placeholder={'[{"name": "get_weather", "parameters": {"type": "object"}}]'}
        hint={t.playground.toolsHint}
        value={given.tools}
        error={faults.tools && t.playground.badTools}
        onInput={({ currentTarget }) => change({ tools: currentTarget.value })}
      />
      <AreaField
        label={t.playground.schema}
        rows={5}
        spellcheck={false}
        class="mono"
        placeholder={'{"type": "object", "properties": {"city": {"type": "string"}}}'}
        hint={t.playground.schemaHint}
        value={given.schema}
        error={faults.schema && t.playground.badSchema}
        onInput={({ currentTarget }) => change({ schema: currentTarget.value })}
      />
    </details>
  )
}

function choiceText({ name, min_price_per_token, available_hosts }: Model): string {
  if (available_hosts === 0) return fill(t.playground.gone, { name })
  return fill(t.playground.choice, { name, amount: creditsText(min_price_per_token * THOUSAND) })
}

/** A long name leaves no room for it in the box itself. */
function priceHint(models: readonly Pick<Model, 'name' | 'min_price_per_token'>[], name: string): string | undefined {
  const model = models.find((one) => one.name === name)
  const amount = model && creditsText(model.min_price_per_token * THOUSAND)
  return amount === undefined ? undefined : `${amount} ${t.models.perThousand}`
}
