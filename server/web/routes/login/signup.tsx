import { market } from '@mkt/schemas'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { signIn } from '../../state/session.ts'
import { t } from '../../texts/texts.ts'
import { Gate } from './gate.tsx'

/** Makes an account and signs in to it. */
export function Signup() {
  const { url } = useLocation()
  const form = useForm(async ({ username = '', email = '', password = '' }) => {
    await api.call(market.createUser, { body: { username, email, password } })
    await signIn(username, password)
  })
  return (
    <Gate title={t.signup.title}>
      <form onSubmit={form.submit} noValidate>
        <Field
          label={t.fields.username}
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          error={form.faults.username}
        />
        <Field
          label={t.fields.email}
          name="email"
          type="email"
          autocomplete="email"
          hint={t.signup.emailHint}
          error={form.faults.email}
        />
        <Field
          label={t.fields.password}
          name="password"
          type="password"
          autocomplete="new-password"
          hint={t.signup.passwordHint}
          error={form.faults.password}
        />
        <FormFault form={form} />
        <Button kind="main" type="submit" busy={form.busy}>
          {t.signup.act}
        </Button>
      </form>
      <p class="gate-foot">
        {t.signup.known} <a href={`/app/login${new URL(url, location.origin).search}`}>{t.login.act}</a>
      </p>
    </Gate>
  )
}
