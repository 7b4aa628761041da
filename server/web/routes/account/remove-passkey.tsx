import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { signInAgain } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

interface RemoveProps {
  passkey: { passkey_id: string; name: string }
  onClose: () => void
}

/** Takes a passkey off the account, after the password. */
export function RemovePasskey({ passkey: { passkey_id, name }, onClose }: RemoveProps) {
  const form = useForm(async ({ password = '' }) => {
    await api.call(market.removePasskey, { params: { passkey_id }, body: { password } })
    toast(t.passkeys.removed)
    await signInAgain(password)
    onClose()
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <p>{fill(t.passkeys.removeText, { name })}</p>
      <Field
        label={t.account.current}
        name="password"
        type="password"
        autocomplete="current-password"
        error={form.faults.password}
      />
      <FormFault form={form} />
      <div class="row end">
        <Button kind="bad" type="submit" busy={form.busy}>
          {t.passkeys.removeAct}
        </Button>
      </div>
    </form>
  )
}
