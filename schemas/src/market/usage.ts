import { type Content, defineEndpoint } from '../endpoint.ts'
import { accountStatement, hostStatementQuery, statementQuery } from '../statement.ts'
import { hostEarnings, hostEarningsQuery, usageQuery, usageReport } from '../usage.ts'

const csv: Content = {
  contentType: 'text/csv',
  description:
    'For format=csv or an Accept of text/csv: all entries at once, a line each, between a line of the opening and a ' +
    'line of the closing balance. One at a time for a user, and few for all together: otherwise 429',
}

const usage = defineEndpoint({
  name: 'usage',
  method: 'GET',
  path: '/users/me/usage',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'What own jobs used, by UTC day, model and token; from is included, to is not, at most 366 days',
  query: usageQuery,
  answers: { 200: usageReport },
  errors: [],
})

const userStatement = defineEndpoint({
  name: 'userStatement',
  method: 'GET',
  path: '/users/me/statement',
  credential: 'user',
  scope: 'jobs:read',
  summary:
    'Every change of the own balance, oldest first; from is included, to is not, at most 366 days. On Postgres it ends 5 seconds ago at the latest, since younger entries may still come before others: `to` of the answer says where',
  query: statementQuery,
  answers: { 200: accountStatement },
  alternatives: [csv],
  errors: [],
})

const hostStatement = defineEndpoint({
  name: 'hostStatement',
  method: 'GET',
  path: '/hosts/statement',
  credential: 'user-or-host',
  scope: 'hosts:write',
  summary:
    "Every change of what a host has earned, for its key or its owner; otherwise as a user's statement, also where it ends",
  query: hostStatementQuery,
  answers: { 200: accountStatement },
  alternatives: [csv],
  errors: ['not_found'],
})

const hostEarningsByDay = defineEndpoint({
  name: 'hostEarningsByDay',
  method: 'GET',
  path: '/hosts/me/earnings',
  credential: 'host',
  summary: 'What a host earned, by UTC day and model; from is included, to is not, at most 366 days',
  query: hostEarningsQuery,
  answers: { 200: hostEarnings },
  errors: [],
})

/** What was used, earned and paid, over time. */
export const usageEndpoints = { usage, userStatement, hostStatement, hostEarningsByDay }
