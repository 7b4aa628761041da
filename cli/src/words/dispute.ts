import type { DisputedJob } from '@mkt/schemas'
import { count } from './count.ts'

/** What `mkt dispute`, `mkt disputes` and `mkt admin disputes` say. */
export const disputeWords = {
  opened: (job: string, credits: string) =>
    `${job} is disputed: the operator decides whether its ${credits} credits come back; see \`mkt disputes\`.`,
  jobs: '`mkt jobs` lists your jobs.',
  noSuch: 'No such disputes.',
  erased: '(erased)',
  answer: (tokens: number, most: number, finish: string | null) =>
    `${tokens} of at most ${count(most, 'token')}${finish === null ? '' : `, ended by ${finish}`}`,
  checked: (verification: DisputedJob['verification']) =>
    verification ? `${verification.verdict}, ${count(verification.jobs, 'job')} counted` : 'never for this model',
  unread: 'by no trusted host yet',
  read: (tokens: number) => `${count(tokens, 'token')} by a trusted host; one text tells little`,
  finding: (kind: string, value: number, level: number, odd: readonly string[]) => {
    const measured = kind === 'plausibility' ? odd.map(spaced).join(', ') || 'nothing odd' : value.toFixed(2)
    return `${spaced(kind)}: ${measured} (${LEVELS[Math.min(level, LEVELS.length - 1)]})`
  },
  decided: (job: string, status: string, credits: string, buyer: string, host: string) =>
    status === 'refunded'
      ? `${job} is refunded: ${credits} went back to ${buyer}.`
      : `${job} is rejected: what it earned stays with ${host}.`,
  none: 'No disputes: `mkt dispute JOB --reason garbage` opens one.',
}

const spaced = (name: string) => name.replaceAll('_', ' ')

/** From the best level on; higher ones than these are as the last. */
const LEVELS = ['usual for the model', 'somewhat unusual for it', 'unusual for it', 'unlike it']
