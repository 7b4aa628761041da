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
  decided: (job: string, status: string, credits: string, buyer: string, host: string) =>
    status === 'refunded'
      ? `${job} is refunded: ${credits} went back to ${buyer}.`
      : `${job} is rejected: what it earned stays with ${host}.`,
  none: 'No disputes: `mkt dispute JOB --reason garbage` opens one.',
}
