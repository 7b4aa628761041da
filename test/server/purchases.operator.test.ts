import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { createLog } from '../../server/src/base/log.ts'
import { createKey } from '../../server/src/commands/keys.ts'
import { listPurchases } from '../../server/src/commands/purchases.ts'
import { readConfig } from '../../server/src/config.ts'
import { insertPurchase } from '../../server/src/market/purchases/purchase-store.ts'
import { takePayment } from '../../server/src/market/purchases/take-payment.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import { statement } from '../../server/src/storage/statement.ts'

let data: string
let printed = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'mkt-purchases-'))
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(data, { recursive: true, force: true })
})

const someone = statement()((q) => q.selectFrom('users').select('user_id'))

test('purchases list shows what was bought, and payments that no purchase explains', async () => {
  await createKey({ data, user: 'ada' })
  await listPurchases({ data })
  expect(printed).toMatch(/There are no purchases\.\n$/)
  const database = openDatabase({ sqlite: join(data, 'mkt.db') })
  const ids = createIds(systemClock)
  const [user_id, purchase_id] = [(await database.get(someone, {}))?.user_id as string, ids.next('pur')]
  const row = { purchase_id, user_id, provider: 'stripe', credits_nano: 500_000_000_000n, amount_minor: 500 }
  const times = { created_at: systemClock.now(), expires_at: systemClock.now() }
  await database.transaction((tx) => insertPurchase(tx, { ...row, ...times, currency: 'usd' }))
  const deps = { database, clock: systemClock, ids, log: createLog('silent') }
  const paid = (event_id: string, amount_minor: number) =>
    takePayment(deps, {
      ...{ event_id, type: 'checkout.session.completed', purchase_id, payment_id: 'pi_1' },
      change: { kind: 'paid', amount_minor, currency: 'usd' },
    })
  await paid('evt_wrong', 499)
  await paid('evt_right', 500)
  await database.close()
  printed = ''
  await listPurchases({ data, status: 'paid' })
  expect(printed).toContain(`${purchase_id}  paid      500  5.00 usd  ${user_id}`)
  expect(printed).toContain(
    `evt_wrong  checkout.session.completed  ${purchase_id}  4.99 usd were paid instead of 5.00 usd`,
  )
  printed = ''
  await listPurchases({ data, status: 'disputed', json: true })
  expect(JSON.parse(printed)).toMatchObject({ purchases: [], total: 0, refused_payments: [{ event_id: 'evt_wrong' }] })
  await expect(listPurchases({ data, status: 'lost' })).rejects.toThrow(/must be pending, paid, expired/)
})

const SECRETS = { MKT_STRIPE_SECRET_KEY: 'sk_1', MKT_STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test('payments are off unless they are asked for, with everything that they need', () => {
  expect(readConfig({}, SECRETS).payments).toBeUndefined()
  const given = { payments: 'stripe', creditPrice: '0.02 EUR', purchaseMin: '5', purchaseMax: '50.5' }
  expect(readConfig(given, SECRETS).payments).toEqual({
    secretKey: 'sk_1',
    webhookSecret: 'whsec_1',
    apiUrl: 'https://api.stripe.com',
    price: { nano: 20_000_000n, currency: 'eur' },
    leastNano: 5_000_000_000n,
    mostNano: 50_500_000_000n,
  })
})

test('all that is wrong with payments is said at once, and no secret is', () => {
  const faults = (given: object, env = {}) => {
    try {
      readConfig(given, env)
    } catch (error) {
      return (error as Error).message
    }
    return 'none'
  }
  const found = faults(
    { payments: 'stripe', purchaseMin: '0', purchaseMax: 'x' },
    { MKT_STRIPE_SECRET_KEY: 'sk_secret' },
  )
  for (const name of ['--credit-price', '--purchase-min', '--purchase-max', 'MKT_STRIPE_WEBHOOK_SECRET is missing'])
    expect(found).toContain(name)
  expect(found).not.toContain('sk_secret')
  expect(faults({ payments: 'paypal' })).toContain('--payments (MKT_PAYMENTS) is "paypal": must be stripe or none')
  expect(faults({ payments: 'stripe', creditPrice: '1 kwd' }, SECRETS)).toContain('"1 kwd"')
})
