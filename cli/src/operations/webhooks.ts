import { type Delivery, EVENT_TYPES, type EventType, market, type Webhook } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { Failure } from '../failure.ts'
import { tell, tellQuietly, tellRest } from '../output.ts'
import { printFields, printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { formatTime } from '../words/time.ts'
import { webhookWords } from '../words/webhooks.ts'

interface Json extends GlobalOptions {
  json?: boolean
}

/** mkt webhooks: the account's webhooks. */
export async function listWebhooks(options: Json): Promise<void> {
  const session = await openUserSession(options)
  const answer = await session.client.call(market.listWebhooks, {})
  if (options.json) return printJson(answer)
  printTable(
    [{ title: 'WEBHOOK' }, { title: 'URL' }, { title: 'EVENTS' }, { title: 'STATE' }],
    answer.webhooks.map((one) => [one.webhook_id, one.url, eventsOf(one), stateOf(one)]),
  )
  if (answer.webhooks.length === 0) tellQuietly(webhookWords.none)
}

export interface AddWebhookOptions extends Json {
  events?: EventType[]
  description?: string
}

/** mkt webhooks add: the secret alone on standard output, so that a script can keep it. */
export async function addWebhook(url: string, options: AddWebhookOptions): Promise<void> {
  const session = await openUserSession(options)
  const { events, description } = options
  const created = await session.client.call(market.createWebhook, { body: { url, events, description } })
  if (options.json) return printJson(created)
  process.stdout.write(`${safeLine(created.secret)}\n`)
  const { webhook_id } = created
  tellQuietly(webhookWords.secret(webhook_id))
  tellQuietly(webhookWords.tryIt(session.commandLine(`webhooks test ${webhook_id}`)))
}

/** mkt webhooks show: one webhook and its newest deliveries. */
export async function showWebhook(id: string, options: GlobalOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { webhooks } = await client.call(market.listWebhooks, {})
  const found = webhooks.find(({ webhook_id }) => webhook_id === id)
  if (!found) throw new Failure('notFound', webhookWords.noSuch, [webhookWords.list])
  const recent = await client.call(market.listDeliveries, { params: { webhook_id: id }, query: { limit: 5 } })
  printFields([
    ['webhook', found.webhook_id],
    ['url', found.url],
    ['description', found.description],
    ['events', eventsOf(found)],
    ['state', stateOf(found)],
    ['failing since', found.failing_since && formatTime(found.failing_since, config.now())],
    ['made', formatTime(found.created_at, config.now())],
  ])
  if (recent.deliveries.length === 0) return
  process.stdout.write('\n')
  printDeliveries(recent.deliveries, config.now())
}

export interface ChangeWebhookOptions extends Json {
  url?: string
  events?: EventType[]
  disable?: boolean
  enable?: boolean
}

export async function changeWebhook(id: string, options: ChangeWebhookOptions): Promise<void> {
  const { url, events, disable, enable } = options
  if (disable && enable) throw new Failure('usage', webhookWords.either)
  if (!url && !events && !disable && !enable) throw new Failure('usage', webhookWords.nothing)
  const session = await openUserSession(options)
  const disabled = disable ? true : enable ? false : undefined
  const body = { url, events, disabled }
  const changed = await session.client.call(market.changeWebhook, { params: { webhook_id: id }, body })
  if (options.json) return printJson(changed)
  tell(webhookWords.changed(id, stateOf(changed), eventsOf(changed), changed.url))
}

/** mkt webhooks rotate: the new secret alone on standard output. */
export async function rotateWebhook(id: string, options: Json): Promise<void> {
  const session = await openUserSession(options)
  const rotated = await session.client.call(market.rotateWebhookSecret, { params: { webhook_id: id } })
  if (options.json) return printJson(rotated)
  process.stdout.write(`${safeLine(rotated.secret)}\n`)
  tellQuietly(webhookWords.rotated(rotated.previous_valid_until))
}

export async function removeWebhook(id: string, options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  await session.client.call(market.deleteWebhook, { params: { webhook_id: id } })
  tell(webhookWords.removed(id))
}

export interface DeliveriesOptions extends Json {
  limit?: number
  offset?: number
}

/** mkt webhooks deliveries: a page of what was sent and what waits. */
export async function listDeliveries(id: string, options: DeliveriesOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit = 20, offset = 0 } = options
  const answer = await client.call(market.listDeliveries, { params: { webhook_id: id }, query: { limit, offset } })
  if (options.json) return printJson(answer)
  printDeliveries(answer.deliveries, config.now())
  const { deliveries, total } = answer
  tellRest({ shown: deliveries.length, offset, total }, webhookWords.nothingSent)
}

export async function retryDelivery(id: string, delivery: string, options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  await session.client.call(market.retryDelivery, { params: { webhook_id: id, delivery_id: delivery } })
  tell(webhookWords.again(delivery, session.commandLine(`webhooks deliveries ${id}`)))
}

function printDeliveries(deliveries: readonly Delivery[], now: number): void {
  printTable(
    [
      { title: 'DELIVERY' },
      { title: 'EVENT' },
      { title: 'STATUS' },
      { title: 'TRIES', align: 'right' },
      { title: 'LAST ANSWER' },
      { title: 'NEXT TRY' },
      { title: 'MADE' },
    ],
    deliveries.map((one) => [
      one.delivery_id,
      one.event,
      one.status,
      String(one.attempts),
      answerOf(one),
      one.next_attempt_at ?? '',
      formatTime(one.created_at, now),
    ]),
  )
}

/** What the receiver said last, or why it said nothing. */
export function answerOf({ status_code, error }: Delivery): string {
  return error ?? (status_code === null ? '' : String(status_code))
}

function eventsOf({ events }: Webhook): string {
  return events.length === EVENT_TYPES.length ? 'all events' : events.join(', ')
}

const REASONS = {
  owner: 'disabled by you',
  gone: 'disabled: it answered 410',
  failing: webhookWords.failing,
}

function stateOf({ disabled_reason, failing_since }: Webhook): string {
  if (disabled_reason !== null) return REASONS[disabled_reason]
  return failing_since === null ? 'enabled' : 'enabled, failing'
}
