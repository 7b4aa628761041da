import { alertLimits, alertList } from '../alert.ts'
import { defineEndpoint } from '../endpoint.ts'

const alerts = defineEndpoint({
  name: 'alerts',
  method: 'GET',
  path: '/users/me/alerts',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'What one is told of before the credits are gone, and whether it has come to that',
  answers: { 200: alertList },
  errors: [],
})

const setAlerts = defineEndpoint({
  name: 'setAlerts',
  method: 'PUT',
  path: '/users/me/alerts',
  credential: 'user',
  scope: 'account',
  summary:
    'Be told within a minute or so when a day or a month has cost so much, or less than so much is left: by the ' +
    'webhook events spending.reached and balance.low, and by mail where the address is proven. Nothing is stopped',
  body: alertLimits,
  answers: { 200: alertList },
  errors: [],
})

export const alertEndpoints = { alerts, setAlerts }
