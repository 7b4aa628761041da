import { formatCredits, market, parseCredits } from '@mkt/schemas'
import { ApiError, isCleanRefusal, UnreachableError } from '@mkt/schemas/client'
import { type Desk, jsonLine } from '../desk.ts'
import { pause } from '../effects.ts'
import { Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { openIntent, type WithdrawalIntent } from '../withdrawal-intent.ts'
import { isDisabled } from '../words/advice.ts'

/** The server remembers a key for 24 h. */
const KEY_LIFE_MS = 23 * 3_600_000
const WAITS_MS = [500, 2000]

export interface WithdrawFlags extends PlaceFlags {
  amount: string
  to: string
  again?: boolean
  json?: boolean
}

/**
 * `mkt-agent withdraw`: asks for a payout. Its key is on disk before the first call and until an answer came, so that
 * the same command after a lost answer is the same withdrawal.
 */
export async function withdraw(desk: Desk, flags: WithdrawFlags): Promise<undefined> {
  const amount = parseCredits(flags.amount)
  if (amount === undefined || amount <= 0n) {
    throw new Failure('usage', `--amount must be credits above 0 with at most 9 decimals, not ${flags.amount}`)
  }
  const session = openHost(desk, flags)
  const intent = openIntent(session.place.state, session.identity.host_id, {
    amount: formatCredits(amount),
    to: flags.to,
  })
  const key = keyOf(desk, intent, flags)
  try {
    const made = await ask(desk, session, { amount, destination: flags.to }, key)
    intent.forget()
    if (flags.json) return void desk.print(jsonLine(made))
    desk.print(`${made.withdrawal_id}: ${formatCredits(made.amount)} credits to ${flags.to}, ${made.status}`)
    desk.tell('`mkt-agent withdrawals` shows when it is paid.')
  } catch (error) {
    if (error instanceof UnreachableError) throw unanswered(error)
    // Nothing was withdrawn under this key, and will not be. Any other answer leaves that open, so the key is kept.
    if (isCleanRefusal(error)) intent.forget()
    throw refused(error, session, flags)
  }
}

function keyOf(desk: Desk, intent: WithdrawalIntent, { again }: WithdrawFlags): string {
  const now = desk.effects.now()
  if (again) intent.forget()
  const earlier = intent.read()
  if (earlier && now - earlier.asked_at > KEY_LIFE_MS) {
    throw new Failure('failed', 'the answer to the same withdrawal of more than a day ago never came', [
      'See with `mkt-agent withdrawals` whether it is there; --again makes another one.',
    ])
  }
  if (earlier) {
    desk.tell('The answer to the same withdrawal never came: this repeats it, and makes no second one.')
    return earlier.key
  }
  return intent.keep({ key: desk.effects.uniqueId(), asked_at: now }).key
}

async function ask(desk: Desk, { client }: HostSession, body: { amount: bigint; destination: string }, key: string) {
  for (const wait_ms of WAITS_MS) {
    try {
      return await client.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': key } })
    } catch (error) {
      const open = error instanceof UnreachableError || (error instanceof ApiError && !isCleanRefusal(error))
      if (!open) throw error
      await pause(desk.effects, wait_ms)
    }
  }
  return await client.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': key } })
}

function unanswered(error: UnreachableError): Failure {
  return new Failure('failed', error.message, [
    'Whether it was made is not known. The same command again, within a day, makes it once in any case.',
  ])
}

function refused(error: unknown, { identity }: HostSession, { amount, to }: WithdrawFlags): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 403 && !isDisabled(error)) {
    return new Failure('refused', error.message, [
      `Its owner withdraws: mkt withdraw --host ${identity.host_id} --amount ${amount} --to ${JSON.stringify(to)}`,
    ])
  }
  if (error.status === 402) return new Failure('failed', error.message, ['`mkt-agent status` shows the balance.'])
  return error
}
