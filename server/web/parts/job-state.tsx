import type { JobStatus } from '@mkt/schemas'
import { t } from '../texts/texts.ts'
import { Chip, type Tone } from './chip.tsx'

const TONES: Record<JobStatus, Tone> = { queued: 'warn', running: 'busy', completed: 'good', failed: 'bad' }

/** Where a job stands, in a word. */
export function JobState({ status, error }: { status: JobStatus; error: string | null }) {
  if (status === 'failed' && error === 'cancelled') return <Chip tone="plain">{t.jobStates.cancelled}</Chip>
  return <Chip tone={TONES[status]}>{t.jobStates[status]}</Chip>
}
