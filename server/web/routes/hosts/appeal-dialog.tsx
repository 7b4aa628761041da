import { market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { AreaField, FormFault } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

interface AppealProps {
  host_id: string
  open: boolean
  onClose: () => void
  onDone: () => Promise<void>
}

/** An owner says why a refusal is wrong. */
export function AppealDialog({ host_id, open, onClose, onDone }: AppealProps) {
  const form = useForm(async ({ text = '' }) => {
    // The contract takes one line: what was typed in several is one.
    const said = text.trim().replace(/\s+/g, ' ')
    if (!said) throw new FieldFault('text', t.verification.sayWhy)
    await api.call(market.ownedAppeal, { params: { host_id }, body: { text: said } })
    toast(t.verification.appealMade)
    await onDone()
    onClose()
  })
  return (
    <Dialog title={t.verification.doAppeal} open={open} onClose={onClose}>
      <p>{t.verification.appealWhat}</p>
      <form onSubmit={form.submit} noValidate>
        <AreaField label={t.verification.why} name="text" rows={4} maxLength={2000} error={form.faults.text} />
        <FormFault form={form} />
        <div class="row end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t.verification.sendAppeal}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
