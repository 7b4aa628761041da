import type { Alert } from '@mkt/schemas'
import { fill, t } from '../texts/texts.ts'
import { creditsText } from './money.tsx'

/** Says of each alert that it has come to that; nothing where it has not. */
export function ReachedAlerts({ alerts }: { alerts: readonly Alert[] }) {
  return alerts
    .filter(({ reached }) => reached)
    .map(({ kind, limit, now }) => (
      <p key={kind} class="stale" role="status">
        {fill(t.alerts.reached[kind], { limit: creditsText(limit), now: creditsText(now) })}
      </p>
    ))
}
