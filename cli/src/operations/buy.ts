import { formatCredits, market, type Purchase } from '@mkt/schemas'
import { ApiError, type Client, UnreachableError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { Failure } from '../failure.ts'
import { Interrupted, interruptible, pause } from '../interrupt.ts'
import { tell, tellRest } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { sendOnce } from '../send-once.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { moneyWords } from '../words/money.ts'
import { formatTime, until } from '../words/time.ts'

export interface BuyOptions extends GlobalOptions {
  wait: boolean
  again?: boolean
  json?: boolean
}

/** mkt buy: prints the page to pay on, and waits until the purchase is paid or has ended. It opens nothing by itself. */
export async function buy(credits: bigint, { wait, again, json, ...options }: BuyOptions): Promise<void> {
  const session = await openUserSession(options)
  const where = 'mkt purchases'
  const created = await sendOnce(session, market.createPurchase, { body: { credits } }, { where, again }).catch(
    (error) => {
      // Of the hints for what is not there, none fits a server that sells nothing.
      if (error instanceof ApiError && error.status === 404) throw new Failure('notFound', error.message)
      throw error
    },
  )
  const { purchase_id, amount, currency, checkout_url, expires_at } = created
  const price = moneyWords.price(creditCount(created.credits), amount, currency.toUpperCase())
  tell(moneyWords.payBy(purchase_id, price, until(expires_at, session.config.now())))
  if (!json) process.stdout.write(`${safeLine(checkout_url)}\n`)
  else if (wait) tell(checkout_url)
  if (!wait) return json ? printJson(created) : undefined
  const ended = await interruptible((signal) => ending(session.client, purchase_id, signal)).catch((error) => {
    if (error instanceof Interrupted) tell(moneyWords.leftUnpaid)
    throw error
  })
  if (json) printJson(ended)
  if (ended.status !== 'paid') throw notPaid(session, ended)
  tell(moneyWords.paid(ended.credits))
}

function notPaid(session: Session, { purchase_id, status }: Purchase): Failure {
  const what = status === 'expired' ? moneyWords.notInTime : status === 'failed' ? moneyWords.notPaid : `is ${status}`
  return new Failure('failed', `${purchase_id} ${what}`, [`\`${session.commandLine('buy CREDITS')}\` begins another.`])
}

const BETWEEN_MS = 2000
const MAX_BREAKS = 30

/** The purchase once it is not pending any more; a server that is away in between is waited for, for a minute. */
async function ending(client: Client, purchase_id: string, signal: AbortSignal): Promise<Purchase> {
  for (let breaks = 0; ; ) {
    try {
      const purchase = await client.call(market.getPurchase, { params: { purchase_id } }, { signal })
      if (purchase.status !== 'pending') return purchase
      breaks = 0
    } catch (error) {
      const mayPass = error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500)
      if (!mayPass || ++breaks > MAX_BREAKS) throw error
    }
    await pause(BETWEEN_MS, signal)
  }
}

export interface PurchasesOptions extends GlobalOptions {
  limit?: number
  offset?: number
  json?: boolean
}

/** mkt purchases: newest first, with the page of those that can still be paid. */
export async function purchases({ limit, offset = 0, ...options }: PurchasesOptions): Promise<void> {
  const session = await openUserSession(options)
  const answer = await session.client.call(market.listPurchases, { query: { limit, offset } })
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'PURCHASE' },
      { title: 'CREDITS', align: 'right' },
      { title: 'AMOUNT', align: 'right' },
      { title: 'STATUS' },
      { title: 'CREATED' },
    ],
    answer.purchases.map((row) => [
      row.purchase_id,
      formatCredits(row.credits),
      `${row.amount} ${row.currency.toUpperCase()}`,
      stateOf(row),
      formatTime(row.created_at, session.config.now()),
    ]),
  )
  for (const { purchase_id, checkout_url } of answer.purchases)
    if (checkout_url !== null) tell(moneyWords.payHere(purchase_id, checkout_url))
  tellRest({ shown: answer.purchases.length, offset, total: answer.total }, moneyWords.noPurchases)
}

/** `paid, 2.50 USD refunded`, `refunded, 1 credit owed` */
function stateOf({ status, amount_refunded, currency, credits_owed }: Purchase): string {
  const part = status !== 'refunded' && Number(amount_refunded) > 0
  const parts = [status, part ? `${amount_refunded} ${currency.toUpperCase()} refunded` : '']
  return [...parts, credits_owed > 0n ? `${creditCount(credits_owed)} owed` : '']
    .filter((text) => text !== '')
    .join(', ')
}
