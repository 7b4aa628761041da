import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { signInAgain } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

/** Takes the authenticator app off; the password alone then does. */
export function RemoveFactor({ onClose }: { onClose: () => void }) {
  const form = useForm(async ({ password = '', code = '' }) => {
    await api.call(market.removeSecondFactor, { body: { password } }, { headers: { 'mkt-code': code.trim() } })
    toast(t.factor.removed)
    await signInAgain(password)
    onClose()
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Field
        label={t.account.current}
        name="password"
        type="password"
        autocomplete="current-password"
        error={form.faults.password}
      />
      <Field
        label={t.fields.code}
        name="code"
        inputMode="numeric"
        autocomplete="one-time-code"
        hint={t.login.codeHint}
      />
      <FormFault form={form} />
      <div class="row end">
        <Button kind="bad" type="submit" busy={form.busy}>
          {t.factor.remove}
        </Button>
      </div>
    </form>
  )
}
