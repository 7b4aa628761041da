import { DELIVERIES_TOPIC } from '../bus/bus.ts'
import type { Webhooks } from './deps.ts'
import type { Attempt } from './schedule.ts'
import type { Sender } from './send.ts'
import {
  bringForward,
  claimDelivery,
  type DeliveryRow,
  dueDeliveries,
  somethingDue,
  type Waiting,
} from './sending-store.ts'
import { type Outcome, settleAttempt } from './settle-attempt.ts'
import { signatureHeaders } from './signature.ts'
import { roundFrom } from './turns.ts'
import { enabledWebhook } from './webhook-store.ts'

const EVERY_MS = 1000
/** All deliveries under way in this process; those to webhooks that fail take half of them at most. */
const AT_ONCE = 256
const AT_ONCE_FAILING = AT_ONCE / 2
/** Of one webhook, and of one whose last attempt failed: a receiver that is down is asked by one after the other. */
const AT_ONCE_EACH = 4
const ATTEMPT_MS = 10_000
/** Longer than any attempt: a claim that is older was made by a process that has ended. */
const CLAIM_MS = 60_000
const STOP_MS = 2000

interface UnderWay {
  webhook_id: string
  kind: Kind
}

type Kind = 'working' | 'failing'
const kindOf = ({ failing_since }: Waiting): Kind => (failing_since === null ? 'working' : 'failing')

/**
 * Sends what is due: looks every second, and at once where it hears of an event. A delivery is claimed in the database
 * before it is sent, for a minute, so that of several processes one sends it; one whose process was killed is due again
 * after that. So each is sent at least once, and one whose end could not be written twice.
 *
 * Webhooks take turns by id: one with a thousand deliveries has four of them under way, and then the next is asked.
 * A look goes on behind the webhook that was served last, those that fail in turns of their own: so each comes to its
 * turn, however many before it have more to send.
 */
export class DeliveryLoop {
  readonly #webhooks: Webhooks
  readonly #sender: Sender
  readonly #count: (outcome: Outcome) => void
  readonly #underWay = new Map<string, UnderWay>()
  readonly #sending = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopped = false
  /** The webhook served last, of those that work and of those that fail. */
  readonly #served = { working: '', failing: '' }
  /** The wall clock at the last look. */
  #lookedAt = Number.POSITIVE_INFINITY
  #endTimer: () => void = () => undefined
  readonly #unsubscribe: () => void

  constructor(webhooks: Webhooks, sender: Sender, count: (outcome: Outcome) => void) {
    this.#webhooks = webhooks
    this.#sender = sender
    this.#count = count
    this.#unsubscribe = webhooks.bus.subscribe(DELIVERIES_TOPIC, () => this.wake())
    this.#arm()
  }

  /** Looks now, or once more when the look under way has ended. */
  wake(): void {
    if (this.#stopped) return
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    this.#looking = this.#look()
      .catch((error) =>
        this.#webhooks.log.error({ err: error }, 'a look for webhook deliveries failed; the next one tries again'),
      )
      .finally(() => {
        this.#looking = undefined
        if (this.#lookAgain) this.wake()
      })
    this.#lookAgain = false
  }

  /** Takes no more. What is under way has two seconds; what is cut off then is sent again after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    this.#endTimer()
    const cut = this.#webhooks.clock.timer(STOP_MS, () => this.#stopping.abort(new Error('the server stopped')))
    await this.#looking
    await Promise.all(this.#sending)
    cut()
    this.#stopping.abort()
    await this.#sender.close()
  }

  #arm(): void {
    this.#endTimer = this.#webhooks.clock.timer(EVERY_MS, () => {
      this.wake()
      this.#arm()
    })
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#webhooks
    await this.#heedClock()
    if (!(await somethingDue(database, clock.now()))) return
    // First those that fail: they have half the room at most, and would have none while the others take all.
    if (this.#room('failing') > 0) await this.#goRound('failing')
    if (this.#room('working') > 0) await this.#goRound('working')
  }

  /** A wall clock that was set back would have everything wait until it is again as late as it was; so may a start. */
  async #heedClock(): Promise<void> {
    const { database, clock } = this.#webhooks
    const now = clock.now()
    const before = this.#lookedAt
    this.#lookedAt = now
    if (now < before - EVERY_MS) await database.transaction((tx) => bringForward(tx, now, now + CLAIM_MS))
  }

  /** Serves each webhook of one kind once, from behind the one served last, until the room is taken. */
  async #goRound(kind: Kind): Promise<void> {
    const { database, clock } = this.#webhooks
    for await (const webhook of roundFrom(database, clock, this.#served[kind])) {
      if (this.#stopped || this.#room(kind) <= 0) return
      if (webhook.due === 1 && kindOf(webhook) === kind && (await this.#take(webhook)))
        this.#served[kind] = webhook.webhook_id
    }
  }

  /** True where it had something to send and room for it. */
  async #take(webhook: Waiting): Promise<boolean> {
    const { webhook_id } = webhook
    const kind = kindOf(webhook)
    const room = this.#roomFor(webhook_id, kind)
    if (room <= 0) return false
    const { database, clock } = this.#webhooks
    const now = clock.now()
    const rows = await dueDeliveries(database, { webhook_id, now, limit: room })
    const free = rows.filter(({ delivery_id }) => !this.#underWay.has(delivery_id))
    if (free.length === 0) return false
    const claimed = await database.transaction(async (tx) => {
      const taken: DeliveryRow[] = []
      for (const row of free) if (await claimDelivery(tx, row, now, now + CLAIM_MS)) taken.push(row)
      return taken
    })
    for (const row of claimed) this.#begin(row, kind)
    return claimed.length > 0
  }

  #roomFor(webhookId: string, kind: Kind): number {
    const own = [...this.#underWay.values()].filter(({ webhook_id }) => webhook_id === webhookId).length
    const failing = kind === 'failing'
    return Math.min(this.#room(kind), (failing ? 1 : AT_ONCE_EACH) - own)
  }

  #room(kind: Kind): number {
    const room = AT_ONCE - this.#underWay.size
    if (kind === 'working') return room
    const failing = [...this.#underWay.values()].filter((one) => one.kind === 'failing').length
    return Math.min(room, AT_ONCE_FAILING - failing)
  }

  #begin(row: DeliveryRow, kind: Kind): void {
    this.#underWay.set(row.delivery_id, { webhook_id: row.webhook_id, kind })
    const sending = this.#deliver(row)
      .catch((error) =>
        this.#webhooks.log.error(
          { err: error, delivery_id: row.delivery_id },
          'a delivery could not be marked; it is sent again',
        ),
      )
      .finally(() => {
        this.#sending.delete(sending)
        this.#underWay.delete(row.delivery_id)
        this.wake()
      })
    this.#sending.add(sending)
  }

  async #deliver(row: DeliveryRow): Promise<void> {
    const attempt = await this.#attempt(row)
    if (!attempt) return
    const outcome = await settleAttempt(this.#webhooks, row, attempt)
    if (outcome) this.#count(outcome)
  }

  /** Undefined where its webhook was removed or disabled since, or where the server's stop cut it off. */
  async #attempt(row: DeliveryRow): Promise<Attempt | undefined> {
    const { database, clock } = this.#webhooks
    const webhook = await enabledWebhook(database, row.webhook_id)
    if (!webhook) return undefined
    const now = clock.now()
    const { secret, previous_secret, previous_until } = webhook
    const secrets = previous_secret !== null && (previous_until ?? 0) > now ? [secret, previous_secret] : [secret]
    const body = row.payload_json
    const late = new AbortController()
    const endTimer = clock.timer(ATTEMPT_MS, () => late.abort(new Error('no answer within 10 s')))
    const signal = AbortSignal.any([late.signal, this.#stopping.signal])
    const headers = signatureHeaders({ id: row.delivery_id, now, body }, secrets)
    const attempt = await this.#sender.send({ url: webhook.url, headers, body, signal })
    endTimer()
    return this.#stopping.signal.aborted && attempt.status_code === null ? undefined : attempt
  }
}
