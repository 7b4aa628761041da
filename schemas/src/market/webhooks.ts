import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import {
  createdWebhook,
  delivery,
  deliveryId,
  deliveryList,
  deliveryQuery,
  newWebhook,
  rotatedSecret,
  webhook,
  webhookChange,
  webhookId,
  webhookList,
} from '../webhook.ts'

const params = z.object({ webhook_id: webhookId })

const createWebhook = defineEndpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/users/me/webhooks',
  credential: 'user',
  scope: 'account',
  summary:
    'Have events posted to a URL, signed as Standard Webhooks says; the secret is in this answer only. At most 10, each to another URL',
  body: newWebhook,
  answers: { 201: createdWebhook },
  errors: ['conflict'],
})

const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/users/me/webhooks',
  credential: 'user',
  scope: 'account',
  summary: 'Own webhooks',
  answers: { 200: webhookList },
  errors: [],
})

const changeWebhook = defineEndpoint({
  name: 'changeWebhook',
  method: 'PATCH',
  path: '/users/me/webhooks/{webhook_id}',
  credential: 'user',
  scope: 'account',
  summary: 'Change the URL or the events of a webhook, disable or enable it',
  params,
  body: webhookChange,
  answers: { 200: webhook },
  errors: ['not_found', 'conflict'],
})

const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/users/me/webhooks/{webhook_id}',
  credential: 'user',
  scope: 'account',
  summary: 'Remove a webhook with its deliveries, also those that wait',
  params,
  answers: { 204: null },
  errors: ['not_found'],
})

const rotateWebhookSecret = defineEndpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/users/me/webhooks/{webhook_id}/rotate-secret',
  credential: 'user',
  scope: 'account',
  summary: 'A new secret; for a day deliveries are signed with the old one too',
  params,
  answers: { 200: rotatedSecret },
  errors: ['not_found'],
})

const testWebhook = defineEndpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/users/me/webhooks/{webhook_id}/test',
  credential: 'user',
  scope: 'account',
  summary: 'Send webhook.test, once and at once; how it went is in its delivery',
  params,
  answers: { 202: delivery },
  errors: ['not_found', 'conflict'],
})

const listDeliveries = defineEndpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/users/me/webhooks/{webhook_id}/deliveries',
  credential: 'user',
  scope: 'account',
  summary: 'What was sent to a webhook in the last 30 days and what waits, newest first; total counts as far as 10000',
  params,
  query: deliveryQuery,
  answers: { 200: deliveryList },
  errors: ['not_found'],
})

const retryDelivery = defineEndpoint({
  name: 'retryDelivery',
  method: 'POST',
  path: '/users/me/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  credential: 'user',
  scope: 'account',
  summary: 'Send a delivery again now, whatever became of it, and for another day if it fails; a test once',
  params: z.object({ webhook_id: webhookId, delivery_id: deliveryId }),
  answers: { 202: delivery },
  errors: ['not_found', 'conflict'],
})

/** How a user is told of what happened. */
export const webhookEndpoints = {
  createWebhook,
  listWebhooks,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  retryDelivery,
}
