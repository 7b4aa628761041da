import type { Fault } from '../fault.ts'

const TAKE = 'server/src/market/purchases/take-payment.ts'
const EVENT = 'server/src/market/purchases/stripe-event.ts'
const BUY = 'server/src/market/purchases/buy.ts'
const MONEY = 'server/src/market/purchases/money.ts'
const STATEMENT = 'server/src/market/statements/lines.ts'
const PAYMENT = ['test/server/purchases.payment.test.ts']
const AMOUNTS = ['test/server/purchases.money.test.ts']

export const BILLING: readonly Fault[] = [
  {
    name: 'billing-signature-of-any-age',
    file: EVENT,
    find: ' || Math.abs(now / 1000 - Number(time)) > FRESH_S',
    replace: '',
    why: 'a webhook that was overheard can be sent again for ever',
    tests: PAYMENT,
  },
  {
    name: 'billing-signature-not-compared',
    file: EVENT,
    find: 'given !== undefined && timingSafeEqual(given, wanted)',
    replace: 'given !== undefined && given.length === wanted.length',
    why: 'anybody pays by writing a webhook',
    tests: PAYMENT,
  },
  {
    name: 'billing-unpaid-session-counts',
    file: EVENT,
    find: "if (!ended || told.payment_status !== 'paid') return undefined",
    replace: 'if (!ended) return undefined',
    why: 'a bank transfer that may never come brings credits',
    tests: PAYMENT,
  },
  {
    name: 'billing-amount-not-compared',
    file: TAKE,
    find: 'if (amount_minor === row.amount_minor && currency === row.currency) return undefined',
    replace: 'if (amount_minor > 0 && currency === row.currency) return undefined',
    why: 'five cents buy what costs fifty',
    tests: PAYMENT,
  },
  {
    name: 'billing-paid-twice',
    file: TAKE,
    find: 'const paid = paying ? await pay(tx, deps, known) : known',
    replace: 'const paid = await pay(tx, deps, known)',
    why: 'a refund brings the credits of its purchase a second time',
    tests: PAYMENT,
  },
  {
    name: 'billing-refund-counts-again',
    file: TAKE,
    find: 'const due = wanted - row.taken_back_nano - row.owed_nano',
    replace: 'const due = wanted - row.taken_back_nano',
    why: 'what a buyer owes is taken a second time with the next event',
    tests: PAYMENT,
  },
  {
    name: 'billing-refunds-overtake',
    file: TAKE,
    find: 'Math.max(row.refunded_minor, ',
    replace: 'Math.max(0, ',
    why: 'a refund that is told late undoes the one after it',
    tests: PAYMENT,
  },
  {
    name: 'billing-key-kept-after-refusal',
    file: BUY,
    find: '      if (intent) await forgetKey(tx, intent)\n',
    replace: '',
    why: 'a buyer whose amount was refused gets that failed purchase for a day',
    tests: PAYMENT,
  },
  {
    name: 'billing-amount-rounded-down',
    file: MONEY,
    find: '* unit + scale - 1n) / scale',
    replace: '* unit) / scale',
    why: 'a few credits cost nothing',
    tests: AMOUNTS,
  },
  {
    name: 'billing-statement-loses-what-a-page-cut',
    file: STATEMENT,
    find: 'entry.transaction_id <= end)',
    replace: 'entry.transaction_id < end)',
    why: 'statements of large accounts leave entries out',
    tests: ['test/server/statement.entries.test.ts'],
  },
  {
    name: 'billing-statement-of-two-moments',
    file: STATEMENT,
    find: 'await entryPages(reader, { account, beside, after: from, before, most: READ_AT_ONCE })',
    replace:
      "(await Promise.all([account, beside].map((account) => entryPages(reader, { account, beside: '', after: from, before, most: READ_AT_ONCE })))).flat()",
    why: 'on Postgres a job that is charged meanwhile is on the statement with its reserve, or fails it',
    tests: ['test/conformance/market.statements.test.ts'],
  },
  {
    name: 'billing-statement-to-this-moment',
    file: 'server/src/market/statements/statement.ts',
    find: "database.dialect === 'postgres' ? clock.now() - UNSETTLED_MS : to",
    replace: 'to',
    why: 'what is committed late on Postgres is behind the cursor, and every balance after it is wrong',
    tests: ['test/conformance/market.statements.test.ts'],
  },
  {
    name: 'billing-bought-credits-count-as-nobodys',
    file: 'server/src/market/withdrawals/funding-store.ts',
    find: "s.kind in ('issue', 'purchase', 'take-back')",
    replace: "s.kind in ('issue')",
    why: 'an operator takes what buyers paid for to be signup credits, and refuses withdrawals',
    tests: ['test/server/withdrawals.funding.test.ts'],
  },
]
