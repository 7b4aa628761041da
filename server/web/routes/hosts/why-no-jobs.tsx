import type { OwnHost } from '@mkt/schemas'
import { Panel } from '../../parts/panel.tsx'
import { counted, t } from '../../texts/texts.ts'

/** Queued jobs that this host may not run, and what would change that. */
export function WhyNoJobs({ host: { why_no_jobs } }: { host: OwnHost }) {
  const reasons = Object.entries(why_no_jobs).filter(([, count = 0]) => count > 0)
  if (reasons.length === 0) return null
  return (
    <Panel title={t.host.whyNot}>
      <ul class="stack tight">
        {reasons.map(([reason, count = 0]) => (
          <li key={reason}>
            <strong>{counted(count, t.count.jobs)}</strong> {t.whyNoJobs[reason as keyof typeof t.whyNoJobs]}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
