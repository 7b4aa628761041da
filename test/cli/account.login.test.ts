import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { AT, createdToken, me, newUser, TOKEN } from './samples.ts'

const BASIC = `Basic ${Buffer.from('ada:correct horse').toString('base64')}`

describe.concurrent('accounts', () => {
  test('signup makes the account, logs in, and keeps the token in a file of its owner only', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.createUser, { status: 201, body: newUser })
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    market.script(endpoints.me, { status: 200, body: me })
    const args = ['signup', '--username', 'ada', '--email', 'ada@example.org', '--password-stdin']
    const signup = await cli.runLoggedOut(args, { stdin: 'correct horse\n' })
    expect(signup).toMatchObject({ code: 0, stdout: '' })
    expect(signup.stderr).toContain('Welcome, ada: account usr_1 with 100 credits.')
    expect(market.to(endpoints.createUser)[0]?.body).toMatchObject({ username: 'ada', password: 'correct horse' })
    const [request] = market.to(endpoints.createToken)
    expect(request?.headers.authorization).toBe(BASIC)
    expect(request?.body).toEqual({ name: expect.stringMatching(/^mkt cli on \S/) })

    const [file] = await readdir(join(cli.directory, 'tokens'))
    const path = join(cli.directory, 'tokens', file as string)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
    expect(await readFile(path, 'utf8')).not.toContain('correct horse')

    const whoami = await cli.runLoggedOut(['whoami', '--json'])
    expect(whoami.code).toBe(0)
    expect(whoami.stdout).toContain('"credits":99.000000001')
    expect(market.to(endpoints.me)[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  })

  test('login with MKT_PASSWORD, then logout revokes the token and forgets it', async ({ market, cli }) => {
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    market.script(endpoints.revokeToken, { status: 204, body: null })
    const login = await cli.runLoggedOut(['login', '--username', 'ada'], { env: { MKT_PASSWORD: 'correct horse' } })
    expect(login).toMatchObject({ code: 0, stdout: '', stderr: `Logged in to ${market.url} as ada.\n` })
    const logout = await cli.runLoggedOut(['logout'])
    expect(logout).toMatchObject({ code: 0, stderr: `Logged out of ${market.url}.\n` })
    expect(market.to(endpoints.revokeToken)[0]).toMatchObject({ params: { token_id: 'tok_1' } })
    expect(await readdir(join(cli.directory, 'tokens'))).toEqual([])
    const whoami = await cli.runLoggedOut(['whoami'])
    expect(whoami.code).toBe(3)
    expect(whoami.stderr).toContain('mkt login')
    expect(market.to(endpoints.me)).toEqual([])
  })

  test('login --token - checks the token before it keeps it', async ({ market, cli }) => {
    market.script(endpoints.me, refusal(401, 'unauthorized', 'unknown token'), { status: 200, body: me })
    const refused = await cli.runLoggedOut(['login', '--token', '-'], { stdin: 'mkt_u_old\n' })
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('does not accept this token')
    expect(await readdir(cli.directory)).toEqual([])
    const taken = await cli.runLoggedOut(['login', '--token', '-'], { stdin: `${TOKEN}\n` })
    expect(taken).toMatchObject({ code: 0, stderr: `Logged in to ${market.url} as ada.\n` })
    expect(market.to(endpoints.me)[1]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    const onCommandLine = await cli.runLoggedOut(['login', '--token', TOKEN])
    expect(onCommandLine.code).toBe(2)
  })

  test('a wrong password is exit 3, a taken name 2, a missing password without a terminal 2', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.createToken, refusal(401, 'unauthorized', 'unknown credential'))
    market.script(endpoints.createUser, refusal(409, 'username_taken', 'the username is taken'))
    const env = { MKT_PASSWORD: 'correct horse' }
    const login = await cli.runLoggedOut(['login', '--username', 'ada'], { env })
    expect(login).toMatchObject({ code: 3 })
    expect(login.stderr).toContain('wrong username or password')
    const signup = await cli.runLoggedOut(['signup', '--username', 'ada', '--email', 'a@example.org'], { env })
    expect(signup).toMatchObject({ code: 2, stderr: 'error: the username is taken\n' })
    const silent = await cli.runLoggedOut(['login', '--username', 'ada'])
    expect(silent.code).toBe(2)
    expect(silent.stderr).toContain('--password-stdin')
  })

  test('the faults of a refused signup are listed line by line', async ({ cli }) => {
    const signup = await cli.runLoggedOut(['signup', '--username', 'a b', '--email', 'nowhere', '--password-stdin'], {
      stdin: 'short',
    })
    expect(signup.code).toBe(2)
    expect(signup.stderr).toContain('  --username: may hold letters')
    expect(signup.stderr).toContain('  --email: must be an email address')
    expect(signup.stderr).toMatch(/ {2}password: .*8/)
  })

  test('signup asks a person for what is missing, the password hidden and twice', async ({ market, cli }) => {
    market.script(endpoints.createUser, { status: 201, body: newUser })
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    const signup = cli.start(['signup', '--username', 'ada'], { terminal: true, env: { MKT_TOKEN: '' } })
    await signup.until('Email')
    signup.type('ada@example.org\r')
    await signup.until('Password')
    signup.type('correct horse\r')
    await signup.until('Password again')
    signup.type('correct horse\r')
    const { code, stdout } = await signup.ended
    expect(code).toBe(0)
    expect(stdout).not.toContain('correct')
    expect(market.to(endpoints.createUser)[0]?.body).toEqual({
      username: 'ada',
      email: 'ada@example.org',
      password: 'correct horse',
    })
  })

  test('login gives a code where the account has a second factor', async ({ market, cli }) => {
    const wanted = refusal(403, 'second_factor_required', 'This account has a second factor.')
    market.script(endpoints.createToken, wanted, { status: 201, body: createdToken })
    const env = { MKT_TOKEN: '', MKT_PASSWORD: 'correct horse', MKT_CODE: '123456' }
    expect((await cli.run(['login', '--username', 'ada'], { env })).code).toBe(0)
    expect(market.to(endpoints.createToken).map(({ headers }) => headers['mkt-code'])).toEqual([undefined, '123456'])
  })

  test('passkeys are listed, and removed with the password and a code', async ({ market, cli }) => {
    const known = { passkey_id: 'psk_1', name: 'phone\u001b[2J', created_at: AT, last_used_at: null, synced: true }
    market.script(endpoints.listPasskeys, { status: 200, body: { passkeys: [known] } })
    market.script(endpoints.removePasskey, { status: 204, body: null })
    const { stdout } = await cli.run(['account', 'passkeys'])
    expect(stdout).toMatch(/^PASSKEY +NAME +ADDED +LAST USED +SYNCED\npsk_1 +phone +\S+ +never +yes\n$/)
    const args = ['account', 'passkeys', 'remove', 'psk_1', '--code', 'mkt_p_x']
    expect((await cli.run(args, { stdin: 'correct horse\n' })).code).toBe(0)
    const [removed] = market.to(endpoints.removePasskey)
    expect(removed?.body).toEqual({ password: 'correct horse' })
    expect(removed?.headers['mkt-code']).toBe('mkt_p_x')
  })

  test('tokens are listed, made and revoked', async ({ market, cli }) => {
    const { token, ...listed } = createdToken
    market.script(endpoints.listTokens, { status: 200, body: { tokens: [listed] } })
    market.script(endpoints.createToken, { status: 201, body: createdToken })
    market.script(endpoints.revokeToken, { status: 204, body: null })
    expect((await cli.run(['tokens'])).stdout).toMatch(
      /^TOKEN +NAME +CREATED +EXPIRES\ntok_1 +mkt cli on here +\S+ +never\n$/,
    )
    expect((await cli.run(['tokens', 'create', 'agent', '--expires-in-days', '9'])).stdout).toBe(`${token}\n`)
    expect(market.to(endpoints.createToken)[0]?.body).toEqual({
      name: 'agent',
      expires_in_days: 9,
      scopes: ['jobs:write', 'jobs:read'],
    })
    const more = ['--scopes', 'hosts:write,withdraw', '--model', 'm', '--spend-limit', '5', '--daily-limit', '0.5']
    expect((await cli.run(['tokens', 'create', 'agent', ...more])).code).toBe(0)
    expect(market.to(endpoints.createToken)[1]?.body).toEqual({
      name: 'agent',
      scopes: ['hosts:write', 'withdraw'],
      models: ['m'],
      spend_limit: 5,
      daily_spend_limit: 0.5,
    })
    expect((await cli.run(['tokens', 'create', 'agent', '--scopes', 'all'])).code).toBe(0)
    expect(market.to(endpoints.createToken)[2]?.body).toEqual({ name: 'agent' })
    expect((await cli.run(['tokens', 'create', 'agent', '--scopes', 'nothing'])).code).toBe(2)
    market.script(endpoints.listTokens, { status: 200, body: { tokens: [{ ...listed, scopes: ['jobs:read'] }] } })
    expect((await cli.run(['tokens'])).stdout).toMatch(/MAY\ntok_1 .* never +jobs:read\n$/)
    expect((await cli.run(['tokens', 'revoke', 'tok_1'])).code).toBe(0)
  })
})
