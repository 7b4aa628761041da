import type { EventType } from '@mkt/schemas'
import { type Command, InvalidArgumentError } from 'commander'
import { argumentWords } from '../words/arguments.ts'
import { idOf, wholeNumber } from './argument.ts'

const webhookId = idOf('whk')

// Written out: the contract takes longer to load than --help may take.
const EVENTS: readonly EventType[] = [
  'job.ended',
  'document.done',
  'document.failed',
  'host.down',
  'host.up',
  'withdrawal.paid',
  'withdrawal.rejected',
  'withdrawal.new_destination',
  'spending.reached',
  'balance.low',
]

/** Nothing completes it: which deliveries there are depends on the webhook. */
function deliveryId(text: string): string {
  if (/^msg_[0-9a-z]{1,48}$/.test(text)) return text
  throw new InvalidArgumentError(argumentWords.delivery)
}

/** Events by name, with commas between them. */
function eventTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !EVENTS.includes(name as EventType))
  if (wrong === undefined) return names as EventType[]
  throw new InvalidArgumentError(argumentWords.event(wrong, EVENTS.join(', ')))
}

const RECIPE = `
What is sent is signed as www.standardwebhooks.com says; its libraries verify it, or a few lines of your own:
  1.  From the secret take away "whsec_" and decode the rest as base64: that is the key.
  2.  HMAC-SHA256, with that key, of: the header webhook-id, a dot, the header webhook-timestamp, a dot, the body.
  3.  One of the words of the header webhook-signature must be "v1," and that, in base64.
The body is meant as it came, byte for byte. Compare in constant time, and refuse a webhook-timestamp that is more than
5 minutes away from your clock.
Answer 2xx within 10 s. Anything else is tried again for a day, so the same webhook-id may come more than once, and
events may come in another order. 410 disables the webhook.
`

/** Where the marketplace tells a user's programs what happened. */
export function declareWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('have events posted to a URL of yours: a job that ended, a host that is down, ...')
    .addHelpText(
      'after',
      `
Examples:
  mkt webhooks add https://example.com/mkt --events job.ended,host.down
  mkt webhooks test whk_01k9zq4v7m
  mkt webhooks deliveries whk_01k9zq4v7m
${RECIPE}`,
    )
  declareKeeping(webhooks)
  declareChanging(webhooks)
  declareDeliveries(webhooks)
}

function declareKeeping(webhooks: Command): void {
  webhooks
    .command('list', { isDefault: true })
    .description('your webhooks')
    .option('--json', 'print what GET /users/me/webhooks answers')
    .addHelpText('after', '\nExample:\n  mkt webhooks list --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/webhooks.ts')).listWebhooks(command.optsWithGlobals()),
    )

  webhooks
    .command('add')
    .description('make a webhook and print its secret, this once')
    .argument('<url>', 'https, or a private address where the server allows it')
    .option('--events <names>', `with commas between them (default: all): ${EVENTS.join(', ')}`, eventTypes)
    .option('--description <text>', 'what it is for')
    .option('--json', 'print what POST /users/me/webhooks answers')
    .addHelpText('after', '\nExample:\n  SECRET=$(mkt webhooks add https://example.com/mkt --events job.ended)')
    .action(async (url: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).addWebhook(url, command.optsWithGlobals()),
    )

  webhooks
    .command('show')
    .description('a webhook, whether it works, and what was sent last')
    .argument('<id>', 'whk_...', webhookId)
    .addHelpText('after', '\nExample:\n  mkt webhooks show whk_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).showWebhook(id, command.optsWithGlobals()),
    )
}

function declareChanging(webhooks: Command): void {
  webhooks
    .command('change')
    .description('change the URL or the events, disable or enable')
    .argument('<id>', 'whk_...', webhookId)
    .option('--url <url>', 'another URL; the secret stays')
    .option('--events <names>', 'other events, with commas between them', eventTypes)
    .option('--disable', 'send nothing; what waits is sent if it is enabled within a day')
    .option('--enable', 'send again')
    .option('--json', 'print what PATCH /users/me/webhooks/{webhook_id} answers')
    .addHelpText('after', '\nExample:\n  mkt webhooks change whk_01k9zq4v7m --enable')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).changeWebhook(id, command.optsWithGlobals()),
    )

  webhooks
    .command('rotate')
    .description('a new secret, printed this once; for a day the old one signs as well')
    .argument('<id>', 'whk_...', webhookId)
    .option('--json', 'print what POST /users/me/webhooks/{webhook_id}/rotate-secret answers')
    .addHelpText('after', '\nExample:\n  SECRET=$(mkt webhooks rotate whk_01k9zq4v7m)')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).rotateWebhook(id, command.optsWithGlobals()),
    )

  webhooks
    .command('remove')
    .description('remove a webhook at once, with what waits for it')
    .argument('<id>', 'whk_...', webhookId)
    .addHelpText('after', '\nExample:\n  mkt webhooks remove whk_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).removeWebhook(id, command.optsWithGlobals()),
    )
}

function declareDeliveries(webhooks: Command): void {
  webhooks
    .command('test')
    .description('send an event webhook.test and say how it went')
    .argument('<id>', 'whk_...', webhookId)
    .option('--json', 'print the delivery as GET /users/me/webhooks/{webhook_id}/deliveries shows it')
    .addHelpText('after', '\nExample:\n  mkt webhooks test whk_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhook-test.ts')).testWebhook(id, command.optsWithGlobals()),
    )

  webhooks
    .command('deliveries')
    .description('what was sent to a webhook in the last 30 days and what waits, newest first')
    .argument('<id>', 'whk_...', webhookId)
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', 'print what GET /users/me/webhooks/{webhook_id}/deliveries answers')
    .addHelpText('after', '\nExample:\n  mkt webhooks deliveries whk_01k9zq4v7m --limit 5')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).listDeliveries(id, command.optsWithGlobals()),
    )

  webhooks
    .command('retry')
    .description('send a delivery again now')
    .argument('<id>', 'whk_...', webhookId)
    .argument('<delivery>', 'msg_..., as deliveries shows it', deliveryId)
    .addHelpText('after', '\nExample:\n  mkt webhooks retry whk_01k9zq4v7m msg_01k9zq4v7n')
    .action(async (id: string, delivery: string, _options, command: Command) =>
      (await import('../operations/webhooks.ts')).retryDelivery(id, delivery, command.optsWithGlobals()),
    )
}
