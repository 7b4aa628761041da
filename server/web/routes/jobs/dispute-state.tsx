import type { Dispute } from '@mkt/schemas'
import { Ago } from '../../parts/ago.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { Panel } from '../../parts/panel.tsx'
import { t } from '../../texts/texts.ts'

const TONES: Record<Dispute['status'], Tone> = { open: 'warn', refunded: 'good', rejected: 'plain' }

/** What was said against a job, and what an operator made of it. */
export function DisputeState({ dispute }: { dispute: Dispute }) {
  const { status, reason, text, note, created_at, decided_at } = dispute
  return (
    <Panel title={t.dispute.panel} actions={<Chip tone={TONES[status]}>{t.disputeStates[status]}</Chip>}>
      <div class="stack tight">
        <p>
          {t.dispute.reasons[reason]}
          {text ? `: ${text}` : ''}
        </p>
        <p class="soft small">{t.dispute.means[status]}</p>
        {note ? (
          <p>
            {t.dispute.said} {note}
          </p>
        ) : null}
        <p class="faint small">
          <Ago at={decided_at ?? created_at} />
        </p>
      </div>
    </Panel>
  )
}
