import { formatCredits, market, parseCredits } from '@mkt/schemas'
import { ApiError, isCleanRefusal, UnreachableError } from '@mkt/schemas/client'
import { type CommandIo, jsonLine } from '../command-io.ts'
import { pause } from '../effects.ts'
import { Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { openIntent, type WithdrawalIntent } from '../withdrawal-intent.ts'
import { isDisabled } from '../words/advice.ts'
import { withdrawalWords } from '../words/withdrawal.ts'

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
export async function withdraw(io: CommandIo, flags: WithdrawFlags): Promise<undefined> {
  const amount = parseCredits(flags.amount)
  if (amount === undefined || amount <= 0n) {
    throw new Failure('usage', withdrawalWords.amount(flags.amount))
  }
  const session = openHost(io, flags)
  const intent = openIntent(session.place.state, session.identity.host_id, {
    amount: formatCredits(amount),
    to: flags.to,
  })
  const key = keyOf(io, intent, flags)
  try {
    const made = await ask(io, session, { amount, destination: flags.to }, key)
    intent.forget()
    if (flags.json) return void io.print(jsonLine(made))
    io.print(withdrawalWords.asked(made.withdrawal_id, formatCredits(made.amount), flags.to, made.status))
    io.tell(withdrawalWords.whenPaid)
  } catch (error) {
    if (error instanceof UnreachableError) throw unanswered(error)
    // Nothing was withdrawn under this key, and will not be. Any other answer leaves that open, so the key is kept.
    if (isCleanRefusal(error)) intent.forget()
    throw refused(error, session, flags)
  }
}

function keyOf(io: CommandIo, intent: WithdrawalIntent, { again }: WithdrawFlags): string {
  const now = io.effects.now()
  if (again) intent.forget()
  const earlier = intent.read()
  if (earlier && now - earlier.asked_at > KEY_LIFE_MS) {
    throw new Failure('failed', withdrawalWords.neverAnswered, [withdrawalWords.seeFirst])
  }
  if (earlier) {
    io.tell(withdrawalWords.repeated)
    return earlier.key
  }
  return intent.keep({ key: io.effects.uniqueId(), asked_at: now }).key
}

async function ask(io: CommandIo, { client }: HostSession, body: { amount: bigint; destination: string }, key: string) {
  for (const wait_ms of WAITS_MS) {
    try {
      return await client.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': key } })
    } catch (error) {
      const open = error instanceof UnreachableError || (error instanceof ApiError && !isCleanRefusal(error))
      if (!open) throw error
      await pause(io.effects, wait_ms)
    }
  }
  return await client.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': key } })
}

function unanswered(error: UnreachableError): Failure {
  return new Failure('failed', error.message, [withdrawalWords.notKnown])
}

function refused(error: unknown, { identity }: HostSession, { amount, to }: WithdrawFlags): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 403 && !isDisabled(error)) {
    return new Failure('refused', error.message, [
      withdrawalWords.ownerWithdraws(identity.host_id, amount, JSON.stringify(to)),
    ])
  }
  if (error.status === 402) return new Failure('failed', error.message, [withdrawalWords.seeBalance])
  return error
}
