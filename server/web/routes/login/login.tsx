import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isCode } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { explain } from '../../state/explain.ts'
import { FieldFault, useForm } from '../../state/form.ts'
import { canPasskey, signInByPasskey } from '../../state/passkey.ts'
import { signIn } from '../../state/session.ts'
import { t } from '../../texts/texts.ts'
import { Gate } from './gate.tsx'

/** Sign in; the code of a second factor is asked for once it is known to be needed. */
export function Login() {
  const { url } = useLocation()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm(async ({ username = '', password = '', code }) => {
    if (!username) throw new FieldFault('username', t.login.noUsername)
    if (!password) throw new FieldFault('password', t.login.noPassword)
    try {
      await signIn(username, password, code)
    } catch (error) {
      if (isCode(error, 'second_factor_required')) {
        setNeedsCode(true)
        throw new FieldFault('code', needsCode ? t.login.wrongCode : t.login.needsCode)
      }
      if (isCode(error, 'unauthorized')) throw new FieldFault('password', t.login.wrong)
      throw error
    }
  })
  return (
    <Gate title={t.login.title}>
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
          label={t.fields.password}
          name="password"
          type="password"
          autocomplete="current-password"
          error={form.faults.password}
        />
        {needsCode ? (
          <Field
            label={t.fields.code}
            name="code"
            autocomplete="one-time-code"
            inputMode="numeric"
            hint={t.login.codeHint}
            error={form.faults.code}
          />
        ) : null}
        <FormFault form={form} />
        <Button kind="main" type="submit" busy={form.busy}>
          {t.login.act}
        </Button>
      </form>
      {canPasskey ? <ByPasskey /> : null}
      <p class="gate-foot">
        {t.login.newHere} <a href={`/app/signup${new URL(url, location.origin).search}`}>{t.signup.act}</a>
        <br />
        <a href="/app/password">{t.newPassword.forgot}</a>
      </p>
    </Gate>
  )
}

/** Without username and password; what goes wrong is said below. */
function ByPasskey() {
  const [fault, setFault] = useState<unknown>()
  const signIn = () => signInByPasskey().catch((error) => setFault(error))
  return (
    <div class="gate-other">
      <Button onClick={signIn}>{t.login.byPasskey}</Button>
      {fault === undefined ? null : (
        <p class="field-error" role="alert">
          {explain(fault)}
        </p>
      )}
    </div>
  )
}
