import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import {
  adminPurchaseList,
  adminPurchaseQuery,
  createdPurchase,
  newPurchase,
  purchase,
  purchaseId,
  purchaseList,
  purchaseQuery,
} from '../purchase.ts'

const createPurchase = defineEndpoint({
  name: 'createPurchase',
  method: 'POST',
  path: '/users/me/purchases',
  credential: 'user',
  scope: 'account',
  summary:
    'Buy credits: pay at checkout_url, and they are yours as soon as the payment is through. At most 10 purchases wait to be paid, and 30 are begun in an hour',
  body: newPurchase,
  idempotent: true,
  answers: { 201: createdPurchase },
  errors: ['not_found', 'conflict', 'idempotency_conflict', 'payments_unavailable'],
})

const listPurchases = defineEndpoint({
  name: 'listPurchases',
  method: 'GET',
  path: '/users/me/purchases',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'Own purchases, newest first',
  query: purchaseQuery,
  answers: { 200: purchaseList },
  errors: [],
})

const getPurchase = defineEndpoint({
  name: 'getPurchase',
  method: 'GET',
  path: '/users/me/purchases/{purchase_id}',
  credential: 'user',
  scope: 'jobs:read',
  summary: 'One own purchase',
  params: z.object({ purchase_id: purchaseId }),
  answers: { 200: purchase },
  errors: ['not_found'],
})

const stripeWebhook = defineEndpoint({
  name: 'stripeWebhook',
  method: 'POST',
  path: '/payments/stripe/webhook',
  credential: 'none',
  summary: 'Where Stripe tells of payments: the body must carry a Stripe-Signature of the last five minutes',
  answers: { 200: z.object({ received: z.literal(true) }) },
  errors: ['not_found'],
})

const checkoutDone = defineEndpoint({
  name: 'checkoutDone',
  method: 'GET',
  path: '/payments/done',
  credential: 'none',
  summary: 'Where a browser lands after a checkout',
  answers: { 200: { contentType: 'text/plain', description: 'A sentence for the person who paid, or did not' } },
  errors: [],
})

const adminPurchases = defineEndpoint({
  name: 'adminPurchases',
  method: 'GET',
  path: '/admin/purchases',
  credential: 'admin',
  summary: 'Purchases of all users, newest first, and payments that no purchase explains',
  query: adminPurchaseQuery,
  answers: { 200: adminPurchaseList },
  errors: [],
})

/** Buying credits. */
export const purchaseEndpoints = {
  createPurchase,
  listPurchases,
  getPurchase,
  stripeWebhook,
  checkoutDone,
  adminPurchases,
}
