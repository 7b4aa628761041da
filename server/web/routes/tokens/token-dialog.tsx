import { JOB_SCOPES, market, parseCredits, SCOPES, type Scope } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, Field, FormFault, SelectField } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { t } from '../../texts/texts.ts'

interface TokenDialogProps {
  open: boolean
  onClose: () => void
  onMade: () => unknown
}

const LIFETIMES = [
  ['30', t.tokens.days30],
  ['90', t.tokens.days90],
  ['365', t.tokens.days365],
  ['', t.tokens.never],
].map(([value = '', text = '']) => ({ value, text }))

/** Makes a token with its limits, and shows it this once. */
export function TokenDialog({ open, onClose, onMade }: TokenDialogProps) {
  const [made, setMade] = useState<string>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  const done = (token: string) => {
    setMade(token)
    onMade()
  }
  return (
    <Dialog title={made ? t.tokens.madeTitle : t.tokens.act} open={open} onClose={close}>
      {made ? <Made token={made} onClose={close} /> : <TokenForm onMade={done} />}
    </Dialog>
  )
}

function Made({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <>
      <p>{t.tokens.once}</p>
      <CodeBlock code={token} label={t.tokens.madeTitle} />
      <div class="row end">
        <Button kind="main" onClick={onClose}>
          {t.tokens.kept}
        </Button>
      </div>
    </>
  )
}

function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const form = useForm(async (values, element) => {
    const { token } = await api.call(market.createToken, { body: read(values, element) })
    onMade(token)
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Field label={t.fields.name} name="name" autocomplete="off" hint={t.tokens.nameHint} error={form.faults.name} />
      <fieldset class="stack tight">
        <legend>{t.tokens.may}</legend>
        {SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={t.scopes[scope]}
            name="scopes"
            value={scope}
            defaultChecked={(JOB_SCOPES as readonly Scope[]).includes(scope)}
          />
        ))}
        {form.faults.scopes ? <p class="field-error">{form.faults.scopes}</p> : null}
      </fieldset>
      <div class="row">
        <Field
          label={t.tokens.limit}
          name="spend_limit"
          inputMode="decimal"
          placeholder={t.tokens.noLimit}
          error={form.faults.spend_limit}
        />
        <Field
          label={t.tokens.dailyLimit}
          name="daily_spend_limit"
          inputMode="decimal"
          placeholder={t.tokens.noLimit}
          error={form.faults.daily_spend_limit}
        />
      </div>
      <div class="row">
        <Field label={t.tokens.models} name="models" placeholder={t.tokens.allModels} error={form.faults.models} />
        <SelectField label={t.tokens.lifetime} name="expires_in_days" choices={LIFETIMES} value="90" />
      </div>
      <FormFault form={form} />
      <div class="row end">
        <Button kind="main" type="submit" busy={form.busy}>
          {t.tokens.act}
        </Button>
      </div>
    </form>
  )
}

function read(values: Record<string, string>, form: HTMLFormElement) {
  const name = values.name?.trim() ?? ''
  if (!name) throw new FieldFault('name', t.tokens.noName)
  const scopes = new FormData(form).getAll('scopes') as Scope[]
  if (scopes.length === 0) throw new FieldFault('scopes', t.tokens.noScope)
  const models = (values.models ?? '').split(/[\s,]+/).filter(Boolean)
  const days = Number(values.expires_in_days)
  return {
    name,
    scopes,
    ...(models.length > 0 ? { models } : {}),
    ...(days > 0 ? { expires_in_days: days } : {}),
    ...limitOf(values, 'spend_limit'),
    ...limitOf(values, 'daily_spend_limit'),
  }
}

function limitOf(values: Record<string, string>, name: 'spend_limit' | 'daily_spend_limit') {
  const text = values[name]?.trim()
  if (!text) return {}
  const nano = parseCredits(text)
  if (nano === undefined || nano <= 0n) throw new FieldFault(name, t.tokens.badAmount)
  return { [name]: nano }
}
