import { type Dispute, type Job, market } from '@mkt/schemas'
import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { api } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { sentence } from '../../state/explain.ts'
import { useJobText } from '../../state/job-text.ts'
import { type Live, useLive } from '../../state/live.ts'
import { createSendOnce } from '../../state/send-once.ts'
import { toast } from '../../state/toasts.ts'
import { t } from '../../texts/texts.ts'
import { BesideText } from './beside-text.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { DisputeState } from './dispute-state.tsx'
import { JobFacts } from './job-facts.tsx'
import { submissionOf } from './submission-of.ts'
import { Timeline } from './timeline.tsx'
import './job.css'

const EVERY_MS = 2000
/** Operators decide by the day. */
const DISPUTE_MS = 30_000

/** One job: its texts, what happened when, who ran it and what it cost. */
export function JobPage({ id }: { id: string }) {
  const [over, setOver] = useState(false)
  const live = useLive((signal) => load(id, signal, setOver), [id], { every_ms: over ? undefined : EVERY_MS })
  const dispute = useLive((signal) => loadDispute(id, signal), [id], { every_ms: DISPUTE_MS })
  return (
    <Page
      title={id}
      back={{ href: '/app/jobs', text: t.places.jobs }}
      actions={live.data ? <Actions job={live.data} live={live} dispute={dispute} /> : null}
    >
      <Loaded live={live} height={400}>
        {(job) => <Whole job={job} dispute={dispute.data} onEnd={live.reload} />}
      </Loaded>
    </Page>
  )
}

async function load(job_id: string, signal: AbortSignal, setOver: (over: boolean) => void): Promise<Job> {
  const query = { detail: 'full' as const }
  const job = await api.call(market.getJob, { params: { job_id }, query }, { signal })
  setOver(isOver(job))
  return job
}

/** The one of a job; null where there is none. */
async function loadDispute(job_id: string, signal: AbortSignal): Promise<Dispute | null> {
  const { disputes } = await api.call(market.listDisputes, { query: { job_id } }, { signal })
  return disputes.find((one) => one.job_id === job_id) ?? null
}

const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'

interface WholeProps {
  job: Job
  dispute: Dispute | null | undefined
  onEnd: () => void
}

function Whole({ job, dispute, onEnd }: WholeProps) {
  const { text, broken } = useJobText(isOver(job) ? undefined : job.job_id, onEnd)
  const output = job.output_text ?? text
  return (
    <div class="job">
      <div class="stack">
        <Panel title={t.job.asked}>
          <LongText label={t.job.askedText} text={job.input_text} />
        </Panel>
        <Panel title={t.job.answered} actions={<JobState status={job.status} error={job.error} />}>
          {broken ? (
            <p class="stale" role="status">
              {t.job.broken}
            </p>
          ) : null}
          {output ? <LongText label={t.job.answeredText} text={output} /> : <p class="soft">{emptyText(job)}</p>}
          <BesideText job={job} />
          {job.error_message ? <p class="field-error">{sentence(job.error_message)}</p> : null}
        </Panel>
      </div>
      <div class="stack">
        {dispute ? <DisputeState dispute={dispute} /> : null}
        <Panel title={t.job.timeline}>
          <Timeline job={job} />
        </Panel>
        <Panel title={t.job.money}>
          <JobFacts job={job} />
        </Panel>
      </div>
    </div>
  )
}

function LongText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="prose" tabIndex={0} aria-label={label}>
      {text}
    </section>
  )
}

function emptyText(job: Job): string {
  if (job.status === 'queued') return job.waiting_for ? `${t.job.waits} ${job.waiting_for}.` : t.job.queued
  return job.status === 'running' ? t.job.noText : t.job.nothing
}

interface ActionsProps {
  job: Job
  live: Live<Job>
  dispute: Live<Dispute | null>
}

function Actions({ job, live, dispute }: ActionsProps) {
  const { route } = useLocation()
  const [disputing, setDisputing] = useState(false)
  const params = { job_id: job.job_id }
  const sendOnce = useMemo(createSendOnce, [job.job_id])
  const cancel = async () => {
    await api.call(market.cancelJob, { params })
    toast(t.job.cancelled)
    await live.reload()
  }
  const again = async () => {
    const body = submissionOf(job)
    const made = await sendOnce((headers) => api.call(market.runModel, { body }, { headers }))
    route(`/app/jobs/${made.job_id}`)
  }
  return (
    <>
      {isOver(job) ? <Button onClick={again}>{t.job.again}</Button> : <Button onClick={cancel}>{t.job.cancel}</Button>}
      {job.status === 'completed' && job.credits_used > 0n && !dispute.data ? (
        <Button onClick={() => setDisputing(true)}>{t.dispute.act}</Button>
      ) : null}
      <DisputeDialog job={job} open={disputing} onClose={() => setDisputing(false)} onDone={dispute.reload} />
    </>
  )
}
