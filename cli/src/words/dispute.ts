/** What `mkt dispute` and `mkt disputes` say. */
export const disputeWords = {
  opened: (job: string, credits: string) =>
    `${job} is disputed: the operator decides whether its ${credits} credits come back; see \`mkt disputes\`.`,
  jobs: '`mkt jobs` lists your jobs.',
  none: 'No disputes: `mkt dispute JOB --reason garbage` opens one.',
}
