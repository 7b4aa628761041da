import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { Gate } from './gate.tsx'

/** For who forgot their password: a code by mail, and with it a new one. The mail's link has the code behind a #. */
export function NewPassword() {
  const [code] = useState(() => location.hash.slice(1))
  const [sent, setSent] = useState(code !== '')
  return (
    <Gate title={t.newPassword.title}>
      {sent ? <SetForm code={code} /> : <SendForm onSent={() => setSent(true)} />}
      <p class="gate-foot">
        {t.newPassword.back} <a href="/app/login">{t.login.act}</a>
      </p>
    </Gate>
  )
}

function SendForm({ onSent }: { onSent: () => void }) {
  const form = useForm(async ({ email = '' }) => {
    if (!email.trim()) throw new FieldFault('email', t.newPassword.noEmail)
    await api.call(market.requestPasswordReset, { body: { email: email.trim() } })
    onSent()
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Field
        label={t.fields.email}
        name="email"
        type="email"
        autocomplete="email"
        hint={t.newPassword.emailHint}
        error={form.faults.email}
      />
      <FormFault form={form} />
      <Button kind="main" type="submit" busy={form.busy}>
        {t.newPassword.send}
      </Button>
    </form>
  )
}

function SetForm({ code: given }: { code: string }) {
  const { route } = useLocation()
  const form = useForm(async ({ code = '', new_password = '' }) => {
    if (!code.trim()) throw new FieldFault('code', t.newPassword.noCode)
    await api.call(market.resetPassword, { body: { code: code.trim(), new_password } })
    toast(t.newPassword.done)
    route('/app/login')
  })
  return (
    <form onSubmit={form.submit} noValidate>
      {given ? null : <p role="status">{t.newPassword.sent}</p>}
      <Field
        label={t.fields.code}
        name="code"
        autocomplete="one-time-code"
        defaultValue={given}
        hint={t.newPassword.codeHint}
        error={form.faults.code}
      />
      <Field
        label={t.account.newPassword}
        name="new_password"
        type="password"
        autocomplete="new-password"
        hint={t.signup.passwordHint}
        error={form.faults.new_password}
      />
      <FormFault form={form} />
      <Button kind="main" type="submit" busy={form.busy}>
        {t.newPassword.set}
      </Button>
    </form>
  )
}
