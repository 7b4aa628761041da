import { disputeReason, type Job, market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { AreaField, FormFault, SelectField } from '../../parts/field.tsx'
import { Money } from '../../parts/money.tsx'
import { useForm } from '../../state/form.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'

interface DisputeProps {
  job: Job
  open: boolean
  onClose: () => void
  onDone: () => Promise<void>
}

const REASONS = disputeReason.options.map((value) => ({ value, text: t.dispute.reasons[value] }))

/** Says that a job is not worth what it cost. */
export function DisputeDialog({ job, open, onClose, onDone }: DisputeProps) {
  const form = useForm(async ({ reason, text }) => {
    const body = { reason: disputeReason.parse(reason), ...(text ? { text } : {}) }
    await api.call(market.disputeJob, { params: { job_id: job.job_id }, body })
    toast(t.dispute.made)
    await onDone()
    onClose()
  })
  return (
    <Dialog title={t.dispute.title} open={open} onClose={onClose}>
      <p>
        {t.dispute.text} <Money nano={job.credits_used} exact />
      </p>
      <form onSubmit={form.submit} noValidate>
        <SelectField label={t.dispute.reason} name="reason" choices={REASONS} error={form.faults.reason} />
        <AreaField label={t.dispute.more} name="text" rows={3} maxLength={1000} error={form.faults.text} />
        <FormFault form={form} />
        <div class="row end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t.dispute.act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
