import { market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FormFault } from '../../parts/field.tsx'
import { useForm } from '../../state/form.ts'
import { person } from '../../state/session.ts'
import { t } from '../../texts/texts.ts'

/** The end of the account, after the password and a word of what it means. */
export function EndAccount() {
  const [open, setOpen] = useState(false)
  const form = useForm(async ({ password = '' }) => {
    await api.call(market.closeAccount, { body: { password } })
    person.value = null
  })
  return (
    <>
      <Button kind="bad" onClick={() => setOpen(true)}>
        {t.account.end}
      </Button>
      <Dialog title={t.account.end} open={open} onClose={() => setOpen(false)}>
        <form onSubmit={form.submit} noValidate>
          <p>{t.account.endText}</p>
          <Field
            label={t.account.current}
            name="password"
            type="password"
            autocomplete="current-password"
            error={form.faults.password}
          />
          <FormFault form={form} />
          <div class="row end">
            <Button onClick={() => setOpen(false)}>{t.cancel}</Button>
            <Button kind="bad" type="submit" busy={form.busy}>
              {t.account.end}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
