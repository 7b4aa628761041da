import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { t } from '../../texts/texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Begun {
  password: string
  secret: string
  uri: string
}

/** Sets up an authenticator app: password, secret, first code, recovery codes. */
export function AddFactor({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const ask = useForm(async ({ password = '' }) => {
    setBegun({ password, ...(await api.call(market.beginSecondFactor, { body: { password } })) })
  })
  const confirm = useForm(async ({ code = '' }) => {
    const body = { password: begun?.password ?? '', code: code.trim() }
    setCodes((await api.call(market.confirmSecondFactor, { body })).recovery_codes)
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  if (!begun) {
    return (
      <form onSubmit={ask.submit} noValidate>
        <p>{t.factor.addText}</p>
        <Field
          label={t.account.current}
          name="password"
          type="password"
          autocomplete="current-password"
          error={ask.faults.password}
        />
        <FormFault form={ask} />
        <div class="row end">
          <Button kind="main" type="submit" busy={ask.busy}>
            {t.factor.next}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <form onSubmit={confirm.submit} noValidate>
      <p>
        {t.factor.secretText} <a href={begun.uri}>{t.factor.openApp}</a>
      </p>
      <CodeBlock code={begun.secret} label={t.factor.secret} />
      <Field
        label={t.fields.code}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        error={confirm.faults.code}
      />
      <FormFault form={confirm} />
      <div class="row end">
        <Button kind="main" type="submit" busy={confirm.busy}>
          {t.factor.turnOn}
        </Button>
      </div>
    </form>
  )
}
