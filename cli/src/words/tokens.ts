/** What is said of tokens. */
export const tokenWords = {
  spent: (spent: string, limit: string) => `spent ${spent} of ${limit}`,
  today: (spent: string, limit: string) => `today ${spent} of ${limit}`,
  shownOnce: (token_id: string) =>
    `${token_id} is shown this once. Use it as MKT_TOKEN, or with \`mkt login --token -\`.`,
  jobsOnly: 'It may submit and read jobs, and nothing else: name what else with --scopes, or all.',
  revoked: (token_id: string) => `Token ${token_id} is revoked.`,
  ownLogin: 'It was the one of this login: log in again with `mkt login`.',
}
