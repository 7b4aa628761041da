import type { Verdict } from './sequential-test.ts'
import type { VerdictRow } from './verdict-store.ts'

/**
 * A host that hears that it is doubted may be honest until it is not: so a verdict that is lost is shown for three days
 * more, in which it is looked at as often as an unknown one, and only a refusal is told at once. Simulated, whoever is
 * honest while it knows itself doubted earns more than twice what honest hosts do, and with this nothing.
 */
export const SHOWN_MS = 3 * 86_400_000

type Shown = Pick<VerdictRow, 'decided_at' | 'shown_until'>

/** Since when, and for how long, which verdict is shown once it is this one. Pure. */
export function asShown(
  { verdict: before, ...row }: Shown & { verdict: Verdict },
  verdict: Verdict,
  now: number,
): Shown {
  const { decided_at, shown_until } = row
  if (verdict === before) return { decided_at, shown_until }
  if (before === 'verified' && verdict !== 'refused') return { decided_at, shown_until: now + SHOWN_MS }
  if (verdict === 'refused' || shown_until === null || shown_until <= now) return { decided_at: now, shown_until: null }
  // Where it comes back it never was anything else for its owner.
  return { decided_at, shown_until: verdict === 'verified' ? null : shown_until }
}

/** The verdict that the host's owner and buyers are told at a moment. Pure. */
export const verdictAsTold = (
  { verdict, shown_until }: Pick<VerdictRow, 'shown_until'> & { verdict: Verdict },
  now: number,
): Verdict => (verdict !== 'refused' && shown_until !== null && shown_until > now ? 'verified' : verdict)
