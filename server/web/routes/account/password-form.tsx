import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { person, signIn } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

/** Another password; all tokens and other sessions end, and this one begins anew. */
export function PasswordForm() {
  const form = useForm(async ({ current_password = '', new_password = '' }, element) => {
    const { username = '' } = person.value ?? {}
    await api.call(market.changePassword, { body: { current_password, new_password } })
    toast(t.account.passwordChanged)
    element.reset()
    // Where a second factor is asked for too, the login page asks for it.
    await signIn(username, new_password).catch(() => {
      person.value = null
    })
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
