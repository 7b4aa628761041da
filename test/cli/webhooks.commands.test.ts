import { EVENT_TYPES, market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { AT } from './samples.ts'

const webhook = {
  webhook_id: 'whk_1',
  url: 'https://hooks.example.com/mkt',
  events: [...EVENT_TYPES],
  description: null,
  disabled: false,
  disabled_reason: null,
  failing_since: null,
  created_at: AT,
}
const delivery = {
  delivery_id: 'msg_1',
  event: 'webhook.test',
  status: 'pending',
  attempts: 0,
  status_code: null,
  error: null,
  created_at: AT,
  last_attempt_at: null,
  next_attempt_at: AT,
}
const list = (...deliveries: object[]) => ({ status: 200, body: { deliveries, total: deliveries.length } })

describe.concurrent('webhooks', () => {
  test('add prints the secret alone, and how to go on beside it', async ({ market, cli }) => {
    market.script(endpoints.createWebhook, { status: 201, body: { ...webhook, secret: 'whsec_AAAA' } })
    const added = await cli.run([
      'webhooks',
      'add',
      webhook.url,
      '--events',
      'job.ended, host.down',
      '--description',
      'x',
    ])
    expect(added).toMatchObject({ code: 0, stdout: 'whsec_AAAA\n' })
    expect(added.stderr).toContain('whk_1 is shown this once')
    expect(added.stderr).toContain('mkt webhooks test whk_1')
    const body = { url: webhook.url, events: ['job.ended', 'host.down'], description: 'x' }
    expect(market.to(endpoints.createWebhook)[0]?.body).toEqual(body)
  })

  test('a refused address is said with its reason, a wrong event before anything is asked', async ({ market, cli }) => {
    const details = [{ path: 'body.url', message: '10.0.0.1 is an address of a private network' }]
    market.script(endpoints.createWebhook, refusal(400, 'invalid_request', 'The request is not valid.', { details }))
    const refused = await cli.run(['webhooks', 'add', 'https://10.0.0.1/'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('<url>: 10.0.0.1 is an address of a private network')
    const wrong = await cli.run(['webhooks', 'add', webhook.url, '--events', 'job.done'])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr.replace(/\s+/g, ' ')).toContain('"job.done" is no event: there are job.ended, document.done')
    expect(market.to(endpoints.createWebhook).length).toBe(1)
  })

  test('list and show say what works, and why one does not', async ({ market, cli }) => {
    const gone = { ...webhook, webhook_id: 'whk_2', disabled: true, disabled_reason: 'gone', events: ['job.ended'] }
    const failing = { ...webhook, webhook_id: 'whk_3', failing_since: AT }
    market.script(endpoints.listWebhooks, { status: 200, body: { webhooks: [webhook, gone, failing] } })
    market.script(endpoints.listDeliveries, list({ ...delivery, attempts: 2, error: 'it answered 500\u001b[2J' }))
    const table = await cli.run(['webhooks'])
    expect(table.stdout).toMatch(/whk_1 .* all events +enabled\n/)
    expect(table.stdout).toMatch(/whk_2 .* job\.ended +disabled: it answered 410\n/)
    expect(table.stdout).toMatch(/whk_3 .* enabled, failing\n/)
    const shown = await cli.run(['webhooks', 'show', 'whk_3'])
    expect(shown.stdout).toMatch(/failing since +2026-11-20/)
    expect(shown.stdout).toMatch(/msg_1 +webhook\.test +pending +2 +it answered 500 /)
    expect(shown.stdout).not.toContain('\u001b[2J')
    expect((await cli.run(['webhooks', 'show', 'whk_9'])).code).toBe(4)
  })

  test('test waits for the answer: 0 where it arrived, else a failure that says why', async ({ market, cli }) => {
    market.script(endpoints.testWebhook, { status: 202, body: delivery })
    const sent = { ...delivery, attempts: 1, next_attempt_at: null, last_attempt_at: AT }
    const delivered = { ...sent, status: 'delivered', status_code: 204 }
    market.script(endpoints.listDeliveries, list(delivery), list(delivered))
    expect(await cli.run(['webhooks', 'test', 'whk_1'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The test arrived: it was answered 204.\n',
    })
    market.script(endpoints.listDeliveries, list({ ...sent, status: 'failed', error: 'the connection was refused' }))
    const failed = await cli.run(['webhooks', 'test', 'whk_1'])
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('the test did not arrive: the connection was refused')
  })

  test('change sends what is given and nothing else, and wants something', async ({ market, cli }) => {
    market.script(endpoints.changeWebhook, { status: 200, body: webhook })
    expect((await cli.run(['webhooks', 'change', 'whk_1'])).code).toBe(2)
    expect((await cli.run(['webhooks', 'change', 'whk_1', '--enable', '--disable'])).code).toBe(2)
    const changed = await cli.run(['webhooks', 'change', 'whk_1', '--enable'])
    expect(changed).toMatchObject({ code: 0, stdout: '' })
    expect(market.to(endpoints.changeWebhook).map(({ body }) => body)).toEqual([{ disabled: false }])
  })

  test('rotate prints the new secret alone; retry and remove say what they did', async ({ market, cli }) => {
    const rotated = { webhook_id: 'whk_1', secret: 'whsec_BBBB', previous_valid_until: AT }
    market.script(endpoints.rotateWebhookSecret, { status: 200, body: rotated })
    market.script(endpoints.retryDelivery, { status: 202, body: delivery })
    market.script(endpoints.deleteWebhook, (_seen, response) => void response.writeHead(204).end())
    const secret = await cli.run(['webhooks', 'rotate', 'whk_1'])
    expect(secret).toMatchObject({ code: 0, stdout: 'whsec_BBBB\n' })
    expect(secret.stderr).toContain(`signs too until ${AT}`)
    expect((await cli.run(['webhooks', 'retry', 'whk_1', 'msg_1'])).stderr).toContain('msg_1 is sent again')
    expect((await cli.run(['webhooks', 'remove', 'whk_1'])).stderr).toBe('Webhook whk_1 is removed.\n')
  })

  test('the help tells how a signature is verified', async ({ cli }) => {
    const { stdout } = await cli.run(['webhooks', '--help'])
    const { stdout: add } = await cli.run(['webhooks', 'add', '--help'])
    expect(add.replace(/\s+/g, ' ')).toContain(`(default: all): ${EVENT_TYPES.join(', ')}`)
    for (const word of ['whsec_', 'HMAC-SHA256', 'webhook-id', 'webhook-timestamp', 'webhook-signature', '410'])
      expect(stdout).toContain(word)
  })
})
