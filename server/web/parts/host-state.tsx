import type { HostStatus } from '@mkt/schemas'
import { t } from '../texts/texts.ts'
import { Chip } from './chip.tsx'

/** Whether a host takes jobs, in a word. */
export function HostState({ status, paused = false }: { status: HostStatus; paused?: boolean }) {
  if (status !== 'active') return <Chip tone="plain">{t.hosts.inactive}</Chip>
  return paused ? <Chip tone="warn">{t.hosts.paused}</Chip> : <Chip tone="good">{t.hosts.active}</Chip>
}
