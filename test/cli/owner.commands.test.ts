import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { AT, me, ownedHost, withdrawal } from './samples.ts'

const CREATED = { withdrawal_id: 'wdr_1', amount: 1.5, status: 'pending', created_at: AT }
const BREAK = (_seen: unknown, response: { socket: { destroy(): void } | null }) => void response.socket?.destroy()

describe.concurrent('owners of hosts', () => {
  test('earnings as a table with its sum, and as JSON', async ({ market, cli }) => {
    const second = { ...ownedHost, host_id: 'host_2', gpu: 'L4\u001b[2J', balance: 0.000000001, paused: true }
    market.script(endpoints.listOwnHosts, { status: 200, body: { hosts: [ownedHost, second] } })
    const table = await cli.run(['earnings'])
    expect(table.code).toBe(0)
    expect(table.stdout.split('\n')).toEqual([
      `HOST    GPU   STATUS          CREDITS/TOKEN  JOBS      BALANCE  LAST SEEN`,
      `host_1  H100  active               0.000002     7          2.5  ${AT}`,
      `host_2  L4    active, paused       0.000002     7  0.000000001  ${AT}`,
      `TOTAL                                          14  2.500000001`,
      '',
    ])
    expect(JSON.parse((await cli.run(['earnings', '--json'])).stdout)).toEqual({ hosts: [ownedHost, second] })
  })

  test('withdraw asks once, also when the connection breaks under it', async ({ market, cli }) => {
    market.script(endpoints.createWithdrawal, BREAK, { status: 201, body: CREATED })
    market.script(endpoints.me, { status: 200, body: me })
    const asked = await cli.run(['withdraw', '--host', 'host_1', '--amount', '1.5', '--to', 'my account'])
    expect(asked).toMatchObject({ code: 0, stdout: '' })
    expect(asked.stderr).toContain('wdr_1 is pending: 1.5 credits of host_1 to my account.')
    const [first, second] = market.to(endpoints.createWithdrawal)
    expect(first?.body).toEqual({ host_id: 'host_1', amount: 1.5, destination: 'my account' })
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })

  test('withdraw asks for the password where the market wants it', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    const wanted = refusal(403, 'password_required', 'This needs username and password.')
    market.script(endpoints.createWithdrawal, wanted, { status: 201, body: CREATED })
    const asked = ['withdraw', '--host', 'host_1', '--amount', '1.5', '--to', 'my account', '--password-stdin']
    expect((await cli.run(asked, { stdin: 'correct horse\n' })).stderr).toContain('wdr_1 is pending')
    const basic = Buffer.from('ada:correct horse').toString('base64')
    expect(market.to(endpoints.createWithdrawal)[1]?.headers.authorization).toBe(`Basic ${basic}`)
  })

  test('withdraw to credits, too much, and of no host of yours', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(
      endpoints.createWithdrawal,
      { status: 201, body: { ...CREATED, status: 'paid' } },
      refusal(402, 'insufficient_credits', 'This host has 1 credits to withdraw; you asked for 2.'),
      refusal(404, 'not_found', 'You own no host with this id.'),
    )
    const withdraw = (amount: string) =>
      cli.run(['withdraw', '--host', 'host_1', '--amount', amount, '--to', 'credits'])
    expect((await withdraw('1.5')).stderr).toContain('1.5 credits of host_1 are yours to spend now (wdr_1).')
    const much = await withdraw('2')
    expect(much.code).toBe(5)
    expect(much.stderr).toContain('This host has 1 credits to withdraw')
    expect(much.stderr).toContain('mkt earnings')
    expect((await withdraw('2')).code).toBe(4)
  })

  test('withdrawals are listed, with what a page leaves out', async ({ market, cli }) => {
    market.script(endpoints.listWithdrawals, { status: 200, body: { withdrawals: [withdrawal], total: 3 } })
    const list = await cli.run(['withdrawals', '--host', 'host_1', '--limit', '1'])
    expect(list.stdout).toMatch(/\nwdr_1 +host_1 +1\.5 +my account +paid +transfer 8861 +\S+\n$/)
    expect(list.stderr).toContain('1 of 3; the next: --offset 1')
    expect(market.to(endpoints.listWithdrawals)[0]?.query).toEqual({ host_id: 'host_1', limit: '1', offset: '0' })
    expect(JSON.parse((await cli.run(['withdrawals', '--json'])).stdout).total).toBe(3)
  })

  test('hosts adopt takes the key from standard input only', async ({ market, cli }) => {
    market.script(endpoints.adoptHost, { status: 201, body: ownedHost }, refusal(409, 'conflict', 'has an owner'))
    const adopted = await cli.run(['hosts', 'adopt'], { stdin: 'mkt_h_key\n' })
    expect(adopted).toMatchObject({ code: 0, stdout: '' })
    expect(adopted.stderr).toBe('host_1 (H100) is yours, with 2.5 credits to withdraw.\n')
    expect(market.to(endpoints.adoptHost)[0]?.body).toEqual({ api_key: 'mkt_h_key' })
    expect((await cli.run(['hosts', 'adopt'], { stdin: 'mkt_h_key' })).code).toBe(2)
    const none = await cli.run(['hosts', 'adopt'])
    expect(none).toMatchObject({ code: 2, stderr: 'error: standard input holds no host key\n' })
    expect(market.to(endpoints.adoptHost).length).toBe(2)
  })

  test('hosts adopt asks a person, and shows nothing of the key', async ({ market, cli }) => {
    market.script(endpoints.adoptHost, { status: 201, body: ownedHost })
    const adopting = cli.start(['hosts', 'adopt'], { terminal: true })
    await adopting.until('Host key')
    adopting.type('mkt_h_key\r')
    const { code, stdout } = await adopting.ended
    expect(code).toBe(0)
    expect(stdout).not.toContain('mkt_h_key')
    expect(market.to(endpoints.adoptHost)[0]?.body).toEqual({ api_key: 'mkt_h_key' })
  })
})
