import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { makePasskey } from '../../state/passkey.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { browserName } from './browser-name.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Makes a passkey after the password; the first second factor of an account brings recovery codes. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useForm(async ({ name = '', password = '' }) => {
    if (!name.trim()) throw new FieldFault('name', t.tokens.noName)
    const response = await makePasskey(password)
    const { recovery_codes } = await api.call(market.addPasskey, { body: { name: name.trim(), response } })
    toast(t.passkeys.added)
    if (recovery_codes.length > 0) setCodes(recovery_codes)
    else onClose()
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <form onSubmit={form.submit} noValidate>
      <p>{t.passkeys.addText}</p>
      <Field
        label={t.fields.name}
        name="name"
        autocomplete="off"
        hint={t.passkeys.nameHint}
        defaultValue={browserName(navigator.userAgent)}
        error={form.faults.name}
      />
      <Field
        label={t.account.current}
        name="password"
        type="password"
        autocomplete="current-password"
        error={form.faults.password}
      />
      <FormFault form={form} />
      <div class="row end">
        <Button kind="main" type="submit" busy={form.busy}>
          {t.passkeys.add}
        </Button>
      </div>
    </form>
  )
}
