import type { Job } from '@mkt/schemas'
import { Ago, Moment } from '../../parts/ago.tsx'
import { spanText, UNNOTICED_MS } from '../../parts/span.ts'
import { sentence } from '../../state/explain.ts'
import { counted, fill, t } from '../../texts/texts.ts'

interface Step {
  name: string
  at: string | null
  note?: string | undefined
  bad?: boolean
}

/** What happened to a job, and what is still to come. */
export function Timeline({ job }: { job: Job }) {
  return (
    <ol class="timeline">
      {stepsOf(job).map(({ name, at, note, bad }) => (
        <li key={name} class={at === null ? 'open' : bad ? 'bad' : undefined}>
          <p>{name}</p>
          <p class="faint small">{at ? <Moment at={at} /> : t.job.notYet}</p>
          {note ? <p class="soft small">{note}</p> : null}
        </li>
      ))}
      {job.waiting_until ? (
        <li class="open">
          <p>
            {t.job.expires} <Ago at={job.waiting_until} />
          </p>
        </li>
      ) : null}
    </ol>
  )
}

function stepsOf(job: Job): Step[] {
  const { created_at, started_at, first_token_at, finished_at, attempts, status, error } = job
  const waited = started_at ? waitedText(lasted(created_at, started_at)) : undefined
  const more = attempts > 1 ? counted(attempts, t.count.attempts) : undefined
  const steps: Step[] = [{ name: t.jobStates.queued, at: created_at, note: waited }]
  if (started_at || !finished_at) steps.push({ name: t.job.started, at: started_at, note: more })
  if (first_token_at) steps.push({ name: t.job.firstWords, at: first_token_at, note: afterStart(job, first_token_at) })
  steps.push(...partsOf(job))
  const failed = status === 'failed'
  const name = failed ? (error === 'cancelled' ? t.jobStates.cancelled : t.jobStates.failed) : t.job.ended
  const ran =
    started_at && finished_at ? fill(t.job.ran, { span: spanText(lasted(started_at, finished_at)) }) : undefined
  const why = failed && error && error !== 'cancelled' ? sentence(error.replaceAll('_', ' ')) : ran
  steps.push({ name, at: finished_at, note: why, bad: failed })
  return steps
}

/** Nothing where another attempt than the last one, which is the one that started then, began the text. */
function afterStart({ started_at }: Job, at: string): string | undefined {
  if (!started_at || at < started_at) return undefined
  const ms = lasted(started_at, at)
  return ms < UNNOTICED_MS ? t.job.atOnce : fill(t.job.after, { span: spanText(ms) })
}

const waitedText = (ms: number) => (ms < UNNOTICED_MS ? t.job.noWait : fill(t.job.waited, { span: spanText(ms) }))

/** What each host brought of a text that several wrote. */
function partsOf({ parts = [] }: Job): Step[] {
  return parts.map(({ attempt, host_id, tokens, ended_at, error }) => {
    const name = fill(t.job.part, { n: attempt, tokens: counted(tokens, t.count.tokens), host: host_id })
    return { name, at: ended_at, note: error ? sentence(error.replaceAll('_', ' ')) : undefined }
  })
}

/** Milliseconds from one moment to a later one. */
const lasted = (from: string, to: string) => Date.parse(to) - Date.parse(from)
