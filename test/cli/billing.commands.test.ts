import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { AT, JOB_ID, me } from './samples.ts'

const URL_TO_PAY = 'https://checkout.example/c/pay/cs_1'
const created = {
  purchase_id: 'pur_1',
  status: 'pending',
  credits: 50,
  amount: '0.50',
  currency: 'usd',
  checkout_url: URL_TO_PAY,
  created_at: AT,
  expires_at: '2026-11-20T13:00:00.000Z',
}
const purchase = {
  ...created,
  amount_refunded: '0.00',
  credits_taken_back: 0,
  credits_owed: 0,
  paid_at: null as string | null,
}
const paid = { ...purchase, status: 'paid', checkout_url: null, paid_at: AT }

describe('buying credits', () => {
  test('says where to pay, waits, and says when they are there', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.createPurchase, { status: 201, body: created })
    const away = refusal(503, 'no_host_available', 'The server is stopping; try again in a moment.')
    market.script(endpoints.getPurchase, { status: 200, body: purchase }, away, { status: 200, body: paid })
    const done = await cli.run(['buy', '50'])
    expect([done.code, done.stdout]).toEqual([0, `${URL_TO_PAY}\n`])
    expect(done.stderr).toContain('pur_1: 50 credits for 0.50 USD, to be paid by 2026-11-20 13:00 UTC. Pay here:')
    expect(done.stderr).toContain('Paid: 50 credits are yours to spend.')
    const [request] = market.to(endpoints.createPurchase)
    expect([request?.body, request?.headers['idempotency-key']]).toEqual([{ credits: 50 }, expect.any(String)])
  })

  test('--no-wait prints the page and ends; one that was not paid ends as a failure', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.createPurchase, { status: 201, body: created })
    market.script(endpoints.getPurchase, { status: 200, body: { ...purchase, status: 'expired', checkout_url: null } })
    const page = await cli.run(['buy', '50', '--no-wait'])
    expect([page.code, page.stdout]).toEqual([0, `${URL_TO_PAY}\n`])
    expect(JSON.parse((await cli.run(['buy', '50', '--no-wait', '--json'])).stdout)).toEqual(created)
    const expired = await cli.run(['buy', '50'])
    expect([expired.code, expired.stderr]).toEqual([1, expect.stringContaining('pur_1 was not paid in time')])
  })

  test('a server that sells none says so, and nothing about jobs', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(
      endpoints.createPurchase,
      refusal(404, 'not_found', 'This server sells no credits; its operator can give you some.'),
    )
    const { code, stderr } = await cli.run(['buy', '50'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('This server sells no credits; its operator can give you some.')
    expect(stderr).not.toContain('mkt jobs')
    expect((await cli.run(['buy', '0'])).code).toBe(2)
  })

  test('purchases: what is owed, and where those that wait are paid', async ({ market, cli }) => {
    const owing = { ...paid, purchase_id: 'pur_2', status: 'refunded', credits_taken_back: 49, credits_owed: 1 }
    const partly = { ...paid, purchase_id: 'pur_3', amount_refunded: '0.25' }
    market.script(endpoints.listPurchases, { status: 200, body: { purchases: [purchase, owing, partly], total: 5 } })
    const list = await cli.run(['purchases', '--limit', '2'])
    expect(list.stdout.split('\n')).toEqual([
      `PURCHASE  CREDITS    AMOUNT  STATUS                   CREATED`,
      `pur_1          50  0.50 USD  pending                  ${AT}`,
      `pur_2          50  0.50 USD  refunded, 1 credit owed  ${AT}`,
      `pur_3          50  0.50 USD  paid, 0.25 USD refunded  ${AT}`,
      '',
    ])
    expect(list.stderr).toContain(`pur_1 can be paid here: ${URL_TO_PAY}`)
    expect(list.stderr).toContain('--offset 3')
  })
})

const entry = { time: AT, job_id: null, model: null, tokens: null, price_per_token: null, reference: null }
const first = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  opening_balance: 1,
  entries: [{ ...entry, kind: 'purchase', amount: 50, balance: 51, reference: 'purchase pur_1' }],
  closing_balance: 51,
  next_cursor: `ltx_${'0'.repeat(26)}.51000000000`,
}
const job = { job_id: JOB_ID, model: 'tiny', tokens: 7, price_per_token: 0.000001 }
const second = {
  ...first,
  opening_balance: 51,
  entries: [{ ...entry, ...job, kind: 'job', amount: -0.000007, balance: 50.999993 }],
  closing_balance: 50.999993,
  next_cursor: null,
}

describe('statement and usage', () => {
  test('all pages of one period as one statement', async ({ market, cli }) => {
    market.script(endpoints.userStatement, { status: 200, body: first }, { status: 200, body: second })
    const { code, stdout } = await cli.run(['statement', '--from', '2026-11-01', '--to', '2026-12-01'])
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['TIME', 'WHAT', 'MODEL', 'TOKENS', 'AMOUNT', 'BALANCE', 'REFERENCE'],
      [first.from, 'opening', '1'],
      [AT, 'purchase', '50', '51', 'purchase pur_1'],
      [AT, 'job', 'tiny', '7', '-0.000007', '50.999993', JOB_ID],
      [first.to, 'closing', '50.999993'],
      [''],
    ])
    const asked = market.to(endpoints.userStatement).map(({ query }) => query)
    expect(asked).toEqual([
      { from: '2026-11-01', to: '2026-12-01', limit: '1000' },
      { from: first.from, to: first.to, limit: '1000', cursor: first.next_cursor },
    ])
    market.script(endpoints.hostStatement, { status: 200, body: second })
    const host = await cli.run(['statement', '--host', 'host_1', '--json'])
    expect(JSON.parse(host.stdout)).toEqual(second)
    expect(market.to(endpoints.hostStatement)[0]?.query).toMatchObject({ host_id: 'host_1' })
  })

  test('CSV is the server’s, byte for byte', async ({ market, cli }) => {
    const csv = 'time,kind,amount\r\n"a, b",=1,2\r\n'
    market.script(endpoints.userStatement, ({ query }, response) => {
      expect(query.format).toBe('csv')
      response.writeHead(200, { 'content-type': 'text/csv' }).end(csv)
    })
    expect(await cli.run(['statement', '--csv'])).toMatchObject({ code: 0, stdout: csv })
    expect((await cli.run(['statement', '--from', 'yesterday'])).code).toBe(2)
  })

  test('usage by what was asked for, with its sum, as a table and as CSV', async ({ market, cli }) => {
    const figures = { jobs: 2, tokens: 9, prompt_tokens: 4, credits: 0.000009 }
    const rows = [{ model: 'tiny', token_id: null, token_name: 'password', ...figures }]
    const body = { from: '2026-11-01', to: '2026-11-23', rows, total: figures }
    market.script(endpoints.usage, { status: 200, body })
    const table = await cli.run(['usage', '--by', 'token,model'])
    expect(table.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['MODEL', 'TOKEN', 'JOBS', 'TOKENS', 'PROMPT TOKENS', 'CREDITS'],
      ['tiny', 'password', '2', '9', '4', '0.000009'],
      ['TOTAL', '2', '9', '4', '0.000009'],
      [''],
    ])
    const csv = await cli.run(['usage', '--by', 'model,token', '--csv'])
    expect(csv.stdout).toBe(
      'model,token,jobs,tokens,prompt_tokens,credits,token_id\r\ntiny,password,2,9,4,0.000009,\r\n',
    )
    expect((await cli.run(['usage', '--by', 'host'])).code).toBe(2)
  })
})
