import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { signInAgain } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

/** Another password; all tokens and other sessions end, and this one begins anew. */
export function PasswordForm() {
  const form = useForm(async ({ current_password = '', new_password = '' }, element) => {
    await api.call(market.changePassword, { body: { current_password, new_password } })
    toast(t.account.passwordChanged)
    element.reset()
    await signInAgain(new_password)
  })
  return (
    <form class="stack" onSubmit={form.submit} noValidate>
      <Field
        label={t.account.current}
        name="current_password"
        type="password"
        autocomplete="current-password"
        error={form.faults.current_password}
      />
      <Field
        label={t.account.newPassword}
        name="new_password"
        type="password"
        autocomplete="new-password"
        hint={t.account.passwordHint}
        error={form.faults.new_password}
      />
      <FormFault form={form} />
      <div class="row">
        <Button type="submit" busy={form.busy}>
          {t.account.changePassword}
        </Button>
      </div>
    </form>
  )
}
