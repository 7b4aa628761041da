import { market, parseCredits } from '@mkt/schemas'
import { useMemo } from 'preact/hooks'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, Field, FormFault } from '../../parts/field.tsx'
import { FieldFault, useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { fill, t } from '../../texts/texts.ts'

interface GrantProps {
  user: { user_id: string; username: string } | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

/** Gives a user credits; the ledger keeps why. */
export function GrantDialog({ user, onClose, onDone }: GrantProps) {
  // One key for each time that it opens: a second press after a lost answer gives nothing twice.
  const key = useMemo(() => crypto.randomUUID(), [user])
  const form = useForm(async ({ amount = '', reason = '', promotional }) => {
    if (!user) return
    const nano = parseCredits(amount.trim())
    if (nano === undefined || nano <= 0n) throw new FieldFault('amount', t.tokens.badAmount)
    if (!reason.trim()) throw new FieldFault('reason', t.admin.noReason)
    const body = { amount: nano, reason: reason.trim(), ...(promotional ? { promotional: true } : {}) }
    const options = { headers: { 'idempotency-key': key } }
    await api.call(market.grantCredits, { params: { user_id: user.user_id }, body }, options)
    toast(fill(t.admin.granted, { amount, name: user.username }))
    await onDone()
    onClose()
  })
  return (
    <Dialog title={fill(t.admin.grantTo, { name: user?.username ?? '' })} open={user !== undefined} onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <Field label={t.earnings.amount} name="amount" inputMode="decimal" error={form.faults.amount} />
        <Field label={t.admin.reason} name="reason" hint={t.admin.reasonHint} error={form.faults.reason} />
        <CheckField label={t.admin.promotional} name="promotional" value="yes" />
        <FormFault form={form} />
        <div class="row end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t.admin.grant}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
