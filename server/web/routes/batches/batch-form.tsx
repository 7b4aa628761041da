import { market, parseCredits } from '@mkt/schemas'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { AreaField, Field, FormFault, SelectField } from '../../parts/field.tsx'
import { creditsText } from '../../parts/money.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { counted, fill, t, whole } from '../../texts/texts.ts'
import { FileFault, likelyColumn, linesOf, type PromptFile } from './read-file.ts'
import { sendBatch } from './send-batch.ts'

interface BatchFormProps {
  file: PromptFile
  onLeave: () => void
}

const THOUSAND = 1000n
const DEFAULT_TOKENS = 512

/** How the prompts of a file are asked: model, column, and what each may cost. */
export function BatchForm({ file, onLeave }: BatchFormProps) {
  const { route } = useLocation()
  const [column, setColumn] = useState(likelyColumn(file))
  const [sent, setSent] = useState<number>()
  useStay(sent !== undefined)
  const count = file.rows.filter((row) => row[column]?.trim()).length
  const form = useForm(async (values) => {
    const lines = readLines(file, column)
    const batch_id = await sendBatch(wantedOf(file, values), lines, setSent).finally(() => setSent(undefined))
    toast(t.batches.started)
    route(`/app/batches/${batch_id}`)
  })
  return (
    <form class="stack" onSubmit={form.submit} noValidate>
      <p>
        <strong>{file.name}</strong> · {counted(count, t.count.prompts)}
      </p>
      <div class="batch-fields">
        <ModelField error={form.faults.model} />
        <SelectField
          label={t.batches.column}
          name="column"
          choices={file.columns.map((value) => ({ value, text: value }))}
          value={column}
          error={form.faults.column}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
        <Manner faults={form.faults} />
      </div>
      <AreaField label={t.playground.system} name="system" rows={2} hint={t.batches.systemHint} />
      <Preview file={file} column={column} />
      <FormFault form={form} />
      <div class="row">
        <Button kind="main" type="submit" busy={form.busy}>
          {fill(t.batches.run, { prompts: counted(count, t.count.prompts) })}
        </Button>
        <Button onClick={onLeave} disabled={form.busy}>
          {t.batches.other}
        </Button>
        {sent === undefined ? null : (
          <span class="soft" role="status">
            {fill(t.batches.sending, { n: whole(sent), all: whole(count) })}
          </span>
        )}
      </div>
    </form>
  )
}

/** The browser asks before it leaves a page that is still sending. */
function useStay(is: boolean): void {
  useEffect(() => {
    if (!is) return
    const stay = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [is])
}

/** How long, how free and how dear each answer may be. */
function Manner({ faults }: { faults: Record<string, string> }) {
  return (
    <>
      <Field
        label={t.playground.maxTokens}
        name="max_tokens"
        inputMode="numeric"
        defaultValue={String(DEFAULT_TOKENS)}
        hint={t.batches.tokensHint}
        error={faults.max_tokens}
      />
      <Field
        label={t.batches.temperature}
        name="temperature"
        inputMode="decimal"
        defaultValue="0.7"
        error={faults.temperature}
      />
      <Field
        label={t.playground.priceLimit}
        name="price_limit"
        inputMode="decimal"
        placeholder={t.playground.marketLimit}
        hint={t.playground.limitHint}
        error={faults.price_limit ?? faults.max_price_per_token}
      />
    </>
  )
}

function ModelField({ error }: { error: string | undefined }) {
  const live = useLive((signal) => api.call(market.models, {}, { signal }), [])
  const choices = (live.data?.models ?? []).map(({ name, min_price_per_token }) => ({
    value: name,
    text: fill(t.playground.choice, { name, amount: creditsText(min_price_per_token * THOUSAND) }),
  }))
  return (
    <SelectField
      label={t.fields.model}
      name="model"
      choices={choices}
      error={error}
      hint={live.data && choices.length === 0 ? t.models.none : undefined}
    />
  )
}

const SHOWN = 3

/** The first prompts, so that a wrong column is seen before it costs anything. */
function Preview({ file, column }: { file: PromptFile; column: string }) {
  return (
    <figure class="batch-preview" aria-label={t.batches.preview}>
      <figcaption class="faint small">{t.batches.preview}</figcaption>
      <ol>
        {file.rows.slice(0, SHOWN).map((row, index) => (
          <li key={index}>{row[column] || <span class="faint">{t.batches.noPrompt}</span>}</li>
        ))}
      </ol>
    </figure>
  )
}

function readLines(file: PromptFile, column: string) {
  try {
    const lines = linesOf(file, column)
    if (lines.length === 0) throw new FieldFault('column', t.batches.noPrompts)
    return lines
  } catch (error) {
    throw error instanceof FileFault ? new FieldFault('column', error.message) : error
  }
}

function wantedOf(file: PromptFile, values: Record<string, string>) {
  const { model = '', system = '', max_tokens = '', temperature = '', price_limit = '' } = values
  if (!model) throw new FieldFault('model', t.models.none)
  const tokens = Number(max_tokens)
  if (max_tokens.trim() && !(Number.isInteger(tokens) && tokens >= 1)) {
    throw new FieldFault('max_tokens', t.playground.badTokens)
  }
  const heat = Number(temperature)
  if (!(heat >= 0 && heat <= 2)) throw new FieldFault('temperature', t.batches.badTemperature)
  const limit = price_limit.trim() ? parseCredits(price_limit.trim()) : undefined
  if (price_limit.trim() && (limit === undefined || limit < 0n)) throw new FieldFault('price_limit', t.tokens.badAmount)
  return {
    ...{ name: file.name.slice(0, 200), model, temperature: heat },
    ...(system.trim() ? { system: system.trim() } : {}),
    ...(max_tokens.trim() ? { max_tokens: tokens } : {}),
    ...(limit === undefined ? {} : { max_price_per_token: limit / THOUSAND }),
  }
}
