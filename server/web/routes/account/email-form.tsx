import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

/** Another address; the one before is told. */
export function EmailForm({ onChange }: { onChange: () => Promise<void> }) {
  const form = useForm(async ({ email = '', password = '' }, element) => {
    await api.call(market.changeEmail, { body: { email, password } })
    toast(t.account.emailChanged)
    element.reset()
    await onChange()
  })
  return (
    <form class="stack" onSubmit={form.submit} noValidate>
      <Field label={t.account.newEmail} name="email" type="email" autocomplete="email" error={form.faults.email} />
      <Field
        label={t.account.current}
        name="password"
        type="password"
        autocomplete="current-password"
        error={form.faults.password}
      />
      <FormFault form={form} />
      <div class="row">
        <Button type="submit" busy={form.busy}>
          {t.account.changeEmail}
        </Button>
      </div>
    </form>
  )
}
