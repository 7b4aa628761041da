import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { AT, me, withdrawal } from './samples.ts'

const HOST = {
  host_id: 'host_1',
  gpu: 'H100\u001b[31m',
  status: 'inactive',
  total_jobs_completed: 7,
  total_earnings: 2.5,
  last_heartbeat: AT,
}

describe.concurrent('operators', () => {
  test('users and hosts as tables and as JSON', async ({ market, cli }) => {
    market.script(endpoints.adminUsers, { status: 200, body: { users: [me], total: 2 } })
    market.script(endpoints.adminHosts, { status: 200, body: { hosts: [HOST], total: 1 } })
    const users = await cli.run(['admin', 'users', '--limit', '1'])
    expect(users.stdout).toBe(
      `USER   NAME       CREDITS  JOBS  CREATED                   STATE\nusr_1  ada   99.000000001     3  ${AT}\n`,
    )
    expect(users.stderr).toContain('1 of 2; the next: --offset 1')
    const hosts = await cli.run(['admin', 'hosts'])
    expect(hosts.stdout.split('\n')[1]).toBe(`host_1  H100  inactive     7     2.5  ${AT}`)
    expect(JSON.parse((await cli.run(['admin', 'users', '--json'])).stdout).users).toEqual([me])
    expect(JSON.parse((await cli.run(['admin', 'hosts', '--json'])).stdout).hosts).toEqual([HOST])
  })

  test('lists show who is shut out, which a server says when asked for it', async ({ market, cli }) => {
    market.script(endpoints.adminUsers, { status: 200, body: { users: [{ ...me, disabled: true }], total: 1 } })
    market.script(endpoints.adminHosts, { status: 200, body: { hosts: [{ ...HOST, disabled: true }], total: 1 } })
    expect((await cli.run(['admin', 'users'])).stdout).toMatch(/^usr_1 .* disabled$/m)
    expect((await cli.run(['admin', 'hosts'])).stdout).toMatch(/^host_1 +H100 +disabled /m)
    const asked = [...market.to(endpoints.adminUsers), ...market.to(endpoints.adminHosts)]
    expect(asked.map(({ query }) => query.detail)).toEqual(['full', 'full'])
  })

  test('a user is named by name as well, and users are searched', async ({ market, cli }) => {
    const granted = { transaction_id: 'ltx_1', user_id: 'usr_1', amount: 50, credits: 50 }
    market.script(endpoints.grantCredits, { status: 201, body: granted })
    market.script(endpoints.me, { status: 200, body: me })
    await cli.run(['admin', 'grant', 'ada', '--amount', '50', '--reason', 'invoice 117'])
    expect(market.to(endpoints.grantCredits)[0]).toMatchObject({ params: { user_id: 'ada' } })
    market.script(endpoints.adminUsers, { status: 200, body: { users: [], total: 0 } })
    expect((await cli.run(['admin', 'users', '--search', 'ad'])).stderr).toContain('No such users.')
    expect(market.to(endpoints.adminUsers)[0]).toMatchObject({ query: { search: 'ad' } })
  })

  test('grant carries a key, so that a broken connection grants once', async ({ market, cli }) => {
    const granted = { transaction_id: 'ltx_1', user_id: 'usr_1', amount: 50, credits: 149.000000001 }
    market.script(endpoints.grantCredits, (_seen, response) => void response.socket?.destroy(), {
      status: 201,
      body: granted,
    })
    market.script(endpoints.me, { status: 200, body: me })
    const ended = await cli.run(['admin', 'grant', 'usr_1', '--amount', '50', '--reason', 'invoice 117'])
    expect(ended).toMatchObject({ code: 0, stderr: 'usr_1 got 50 credits and has 149.000000001 now.\n' })
    const [first, second] = market.to(endpoints.grantCredits)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second).toMatchObject({ params: { user_id: 'usr_1' }, body: { amount: 50, reason: 'invoice 117' } })
  })

  test('disable and enable tell users from hosts by their ids', async ({ market, cli }) => {
    market.script(endpoints.changeUser, { status: 200, body: me })
    market.script(endpoints.changeAnyHost, { status: 200, body: HOST })
    expect((await cli.run(['admin', 'disable', 'usr_1'])).stderr).toBe('usr_1 (ada) is disabled.\n')
    expect((await cli.run(['admin', 'enable', 'host_1'])).stderr).toBe('host_1 (H100) is enabled.\n')
    expect(market.to(endpoints.changeUser)[0]?.body).toEqual({ disabled: true })
    expect(market.to(endpoints.changeAnyHost)[0]?.body).toEqual({ disabled: false })
  })

  test('withdrawals are listed, paid and rejected once', async ({ market, cli }) => {
    const row = { ...withdrawal, status: 'pending', reference: null, owner_owes: 2 }
    market.script(endpoints.adminWithdrawals, { status: 200, body: { withdrawals: [row], total: 1 } })
    market.script(
      endpoints.resolveWithdrawal,
      { status: 200, body: withdrawal },
      refusal(409, 'conflict', 'This withdrawal is paid already.'),
    )
    const list = await cli.run(['admin', 'withdrawals', '--status', 'pending'])
    expect(list.stdout).toMatch(/\nwdr_1 +host_1 +1\.5 +2 +my account +pending +\S+\n$/)
    expect(market.to(endpoints.adminWithdrawals)[0]?.query).toMatchObject({ status: 'pending', detail: 'full' })
    const paid = await cli.run(['admin', 'pay', 'wdr_1', '--reference', 'transfer 8861', '--despite-debt'])
    expect(paid).toMatchObject({ code: 0, stderr: 'wdr_1 is paid: 1.5 credits of host_1.\n' })
    const twice = await cli.run(['admin', 'reject', 'wdr_1'])
    expect(twice).toMatchObject({ code: 2, stderr: 'error: This withdrawal is paid already.\n' })
    expect(market.to(endpoints.resolveWithdrawal).map(({ body }) => body)).toEqual([
      { status: 'paid', reference: 'transfer 8861', despite_debt: true },
      { status: 'rejected' },
    ])
  })

  test('disputes are listed, shown and decided', async ({ market, cli }) => {
    const one = {
      ...{
        job_id: 'job_1',
        host_id: 'host_1',
        user_id: 'usr_1',
        status: 'open',
        reason: 'garbage',
        text: 'bad\u001b[31m',
      },
      ...{ amount: 2, note: null, created_at: AT, decided_at: null },
    }
    const facts = { model: 'tiny', max_tokens: 9, tokens_generated: 3, finish_reason: 'stop', finished_at: AT }
    market.script(endpoints.adminDisputes, { status: 200, body: { disputes: [one] } })
    const shown = { ...one, ...facts, input_text: 'why?', output_text: null, reading: null, verification: null }
    const reading = {
      tokens: 40,
      odd: ['repetition'],
      findings: [
        { kind: 'greedy_misses', value: 0.234, level: 5 },
        { kind: 'plausibility', value: 1, level: 1 },
      ],
    }
    const read = { ...shown, reading, verification: { verdict: 'watch', nats: 2, jobs: 7 } }
    market.script(endpoints.showDispute, { status: 200, body: shown }, { status: 200, body: read })
    market.script(endpoints.decideDispute, { status: 200, body: { ...one, status: 'refunded' } })
    const list = await cli.run(['admin', 'disputes', 'list', '--status', 'open'])
    expect(list.stdout.split('\n')[1]).toMatch(/^job_1 +open +2 +garbage +host_1 +usr_1 +\S+ +bad$/)
    expect(market.to(endpoints.adminDisputes)[0]?.query).toMatchObject({ status: 'open' })
    const text = (await cli.run(['admin', 'disputes', 'show', 'job_1'])).stdout
    for (const said of [/asked +why\?/, /answered +\(erased\)/, /3 of at most 9 tokens, ended by stop/])
      expect(text).toMatch(said)
    for (const said of [/read +by no trusted host yet/, /checked +never for this model/]) expect(text).toMatch(said)
    const told = (await cli.run(['admin', 'disputes', 'show', 'job_1'])).stdout
    expect(told).toMatch(/checked +watch, 7 jobs counted/)
    expect(told).toMatch(/read +40 tokens by a trusted host; one text tells little\n/)
    expect(told).toMatch(
      /\n +greedy misses: 0\.23 \(unlike it\)\n +plausibility: repetition \(somewhat unusual for it\)\n/,
    )
    expect(JSON.parse((await cli.run(['admin', 'disputes', 'show', 'job_1', '--json'])).stdout)).toEqual(read)
    const refunded = await cli.run(['admin', 'disputes', 'refund', 'job_1', '--note', 'as you said'])
    expect(refunded.stderr).toBe('job_1 is refunded: 2 credits went back to usr_1.\n')
    expect(market.to(endpoints.decideDispute)[0]?.body).toEqual({ decision: 'refund', note: 'as you said' })
  })

  test('frozen earnings are listed, shown and decided on', async ({ market, cli }) => {
    const host = {
      ...{ host_id: 'host_1', owner_user_id: null, disabled: true, amount: 3, promotional: 1, shut_out_at: AT },
    }
    const decided = { host_id: 'host_1', decision: 'claw_back', amount: 3, promotional: 1 }
    const history = [{ at: AT, what: 'dispute_rejected', amount: 3, reason: 'dispute rejected' }]
    market.script(endpoints.adminEarnings, { status: 200, body: { hosts: [host] } })
    market.script(endpoints.showEarnings, { status: 200, body: { ...host, history } })
    market.script(endpoints.decideEarnings, { status: 200, body: decided })
    expect((await cli.run(['admin', 'earnings', 'list'])).stdout).toMatch(/\nhost_1 +3 +1 +disabled +\S+\n$/)
    const text = (await cli.run(['admin', 'earnings', 'show', 'host_1'])).stdout
    expect(text).toMatch(/frozen +3 credits[\s\S]*\S+Z +dispute rejected +3 +dispute rejected\n$/)
    const clawed = await cli.run(['admin', 'earnings', 'claw-back', 'host_1', '--reason', 'canned'])
    expect(clawed.stderr).toBe('3 credits of host_1 were clawed back.\n')
    expect(market.to(endpoints.decideEarnings)[0]?.body).toEqual({ decision: 'claw_back', reason: 'canned' })
    expect((await cli.run(['admin', 'earnings', 'release', 'host_1'])).code).not.toBe(0)
  })

  test("documents-key prints an own key alone, another user's who fetches it; others hear what is missing", async ({
    market,
    cli,
  }) => {
    market.script(
      endpoints.createDocumentsKey,
      { status: 201, body: { key: 'mkt_d_key' } },
      { status: 201, body: { key_id: 'tok_1', claim: '/users/me/documents-keys/tok_1/claim' } },
      refusal(403, 'forbidden', 'This needs the admin role.'),
      refusal(404, 'not_found', 'There is no user with this id.'),
    )
    expect(await cli.run(['admin', 'documents-key', 'usr_1'])).toMatchObject({ code: 0, stdout: 'mkt_d_key\n' })
    const other = await cli.run(['admin', 'documents-key', 'usr_1'])
    expect(other).toMatchObject({ code: 0, stdout: '' })
    expect(other.stderr).toContain('mkt documents-keys claim')
    const refused = await cli.run(['admin', 'documents-key', 'usr_1'])
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect(refused.stderr).toContain('mkt-server admin create')
    const missing = await cli.run(['admin', 'documents-key', 'usr_1'])
    expect(missing.code).toBe(4)
    expect(missing.stderr).toContain('mkt admin users')
  })
})
