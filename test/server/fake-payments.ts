import { NANO_PER_CREDIT } from '@mkt/schemas'
import type { Payments } from '../../server/src/market/purchases/provider.ts'

/** Opens a checkout for whatever is asked and takes any webhook for one that does not matter: for tests of the contract. */
export const anyPayments: Payments = {
  provider: {
    name: 'stripe',
    open: async ({ purchase_id }) => ({ checkout_id: purchase_id, url: `https://pay.example/${purchase_id}` }),
    read: () => ({ event_id: 'evt', type: 'any', purchase_id: undefined, payment_id: undefined, change: undefined }),
  },
  price: { nano: 10_000_000n, currency: 'usd' },
  least_nano: 1n,
  most_nano: 9_000_000n * NANO_PER_CREDIT,
}
