import { type DisputedJob, market } from '@mkt/schemas'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Facts } from '../../parts/panel.tsx'
import { useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { t, whole } from '../../texts/texts.ts'
import { HostChecks, Reading } from './reading.tsx'

interface DisputeProps {
  job_id: string | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

/** A disputed job with its texts, to be refunded or not. */
export function DisputeDialog({ job_id, onClose, onDone }: DisputeProps) {
  return (
    <Dialog title={t.admin.dispute} open={job_id !== undefined} onClose={onClose} wide>
      {job_id ? <Case job_id={job_id} onClose={onClose} onDone={onDone} /> : null}
    </Dialog>
  )
}

function Case({ job_id, onClose, onDone }: DisputeProps & { job_id: string }) {
  const params = { job_id }
  const live = useLive((signal) => api.call(market.showDispute, { params }, { signal }), [job_id])
  const decide = async (decision: 'refund' | 'reject') => {
    const note = document.querySelector<HTMLInputElement>('input[name="note"]')?.value.trim()
    await api.call(market.decideDispute, { params, body: { decision, ...(note ? { note } : {}) } })
    toast(decision === 'refund' ? t.admin.refunded : t.admin.disputeRejected)
    await onDone()
    onClose()
  }
  return (
    <Loaded live={live} height={240}>
      {(job) => (
        <>
          <Facts
            facts={[
              [t.dispute.reason, t.dispute.reasons[job.reason]],
              [t.dispute.more, job.text],
              [t.columns.model, job.model],
              [t.columns.tokens, `${whole(job.tokens_generated)} / ${whole(job.max_tokens)}`],
              [t.columns.credits, <Money key="amount" nano={job.amount} exact />],
              [
                t.job.host,
                <span key="host" class="mono">
                  {job.host_id}
                </span>,
              ],
              [t.reading.checks, <HostChecks key="checks" verification={job.verification} />],
            ]}
          />
          <Reading reading={job.reading} />
          <Texts job={job} />
          {job.status === 'open' ? (
            <>
              <Field label={t.admin.note} name="note" hint={t.admin.noteHint} />
              <div class="row end">
                <Button onClick={() => decide('reject')}>{t.admin.reject}</Button>
                <Button kind="main" onClick={() => decide('refund')}>
                  {t.admin.refund}
                </Button>
              </div>
            </>
          ) : (
            <p class="note">
              {t.disputeStates[job.status]} {job.note}
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}

function Texts({ job }: { job: DisputedJob }) {
  const texts = [
    [t.job.asked, job.input_text],
    [t.job.answered, job.output_text],
  ] as const
  return (
    <div class="texts">
      {texts.map(([name, text]) => (
        <div key={name}>
          <h3>{name}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
          <section tabIndex={0} aria-label={name}>
            {text ?? t.admin.erasedText}
          </section>
        </div>
      ))}
    </div>
  )
}
