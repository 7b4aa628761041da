import type { Fault } from '../fault.ts'

const TAKE = 'server/src/market/purchases/take-payment.ts'
const REVERSE = 'server/src/market/purchases/reverse.ts'
const GONE = 'server/src/market/purchases/gone.ts'
const EVENT = 'server/src/market/purchases/stripe-event.ts'
const BEGIN = 'server/src/market/purchases/begin.ts'
const MONEY = 'server/src/market/purchases/money.ts'
const STATEMENT = 'server/src/market/statements/lines.ts'
const PAYMENT = ['test/server/purchases.payment.test.ts']
const UNOPENED = ['test/server/purchases.unopened.test.ts']
const PURCHASES = ['test/conformance/market.purchases.test.ts']
const EXPORTS = ['test/server/statement.exports.test.ts']
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
    file: REVERSE,
    find: 'const due = creditsGone(gone) - row.taken_back_nano - row.owed_nano',
    replace: 'const due = creditsGone(gone) - row.taken_back_nano',
    why: 'what a buyer owes is taken a second time with the next event',
    tests: PAYMENT,
  },
  {
    name: 'billing-refunds-overtake',
    file: GONE,
    find: 'Math.max(row.refunded_minor, ...made)',
    replace: 'Math.min(...made)',
    why: 'a refund that is told late undoes the one after it',
    tests: PAYMENT,
  },
  {
    name: 'billing-key-kept-after-refusal',
    file: BEGIN,
    find: '  if (intent) await removeKeyBefore(tx, intent, row.created_at + 1)\n',
    replace: '',
    why: 'a buyer whose amount was refused gets that failed purchase for a day',
    tests: PAYMENT,
  },
  {
    name: 'billing-failure-asked-again',
    file: 'server/src/market/purchases/stripe.ts',
    find: "return status >= 500 ? 'failed' : 'not allowed'",
    replace: "return status >= 500 ? 'unreachable' : 'not allowed'",
    why: 'a buyer gets the failure that Stripe keeps for a day, however often they try',
    tests: UNOPENED,
  },
  {
    name: 'billing-checkout-of-the-past',
    file: BEGIN,
    find: 'row.expires_at - now < OPENABLE_MS',
    replace: 'row.expires_at < now',
    why: 'Stripe refuses an end that is too near, and the buyer is sent to the operator',
    tests: UNOPENED,
  },
  {
    name: 'billing-key-of-a-later-purchase-freed',
    file: BEGIN,
    find: 'removeKeyBefore(tx, intent, row.created_at + 1)',
    replace: 'removeKeyBefore(tx, intent, Number.MAX_SAFE_INTEGER)',
    why: 'a failure that is told late has a repetition buy a second time',
    tests: PURCHASES,
  },
  {
    name: 'billing-unpaid-without-end',
    file: 'server/src/market/purchases/demand-few.ts',
    find: 'unpaid >= limits.purchases_unpaid',
    replace: 'unpaid > limits.purchases_unpaid',
    why: 'the limit is another than the one that is said',
    tests: UNOPENED,
  },
  {
    name: 'billing-ended-account-in-silence',
    file: TAKE,
    find: 'const ended = paying ?',
    replace: "const ended = change.kind === 'paid' && paying ?",
    why: 'money of an account that ended stays where nobody looks',
    tests: PURCHASES,
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
    find: 'await entryPages(reader, accounts, { after: from, before, most: READ_AT_ONCE })',
    replace:
      '(await Promise.all(accounts.map((one) => entryPages(reader, [one], { after: from, before, most: READ_AT_ONCE })))).flat()',
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
    name: 'billing-exports-kept-after-their-end',
    file: 'server/src/market/routes/usage.ts',
    find: "  else res.once('close', leave)\n",
    replace: '',
    why: 'after one statement as CSV a user gets no other until the server restarts',
    tests: EXPORTS,
  },
  {
    name: 'billing-slow-reader-keeps-all-out',
    file: 'server/src/market/statements/exports.ts',
    find: 'now - since < WORK_MS',
    replace: 'now >= since',
    why: 'two who read a byte a minute have nobody else get a statement',
    tests: EXPORTS,
  },
]
