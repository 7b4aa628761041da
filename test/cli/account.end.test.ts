import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { type Cli, test } from './cli-test.ts'
import { type FakeMarket, refusal } from './fake-market.ts'
import { createdToken, me } from './samples.ts'

async function logIn(market: FakeMarket, cli: Cli): Promise<void> {
  market.script(endpoints.me, { status: 200, body: me })
  market.script(
    endpoints.createToken,
    { status: 201, body: createdToken },
    { status: 201, body: { ...createdToken, token_id: 'tok_2', token: 'mkt_u_second' } },
  )
  await cli.runLoggedOut(['login', '--username', 'ada'], { env: { MKT_PASSWORD: 'correct horse' } })
}

const tokens = (cli: Cli) => readdir(join(cli.directory, 'tokens'))

describe.concurrent('password and end of an account', () => {
  test('password changes it and makes the login of this machine anew', async ({ market, cli }) => {
    await logIn(market, cli)
    market.script(endpoints.changePassword, { status: 204, body: null })
    const changed = await cli.runLoggedOut(['password'], { stdin: 'correct horse\nbattery staple\n' })
    expect(changed).toMatchObject({ code: 0, stdout: '' })
    expect(market.to(endpoints.changePassword)[0]?.body).toEqual({
      current_password: 'correct horse',
      new_password: 'battery staple',
    })
    const basic = `Basic ${Buffer.from('ada:battery staple').toString('base64')}`
    expect(market.to(endpoints.createToken)[1]?.headers.authorization).toBe(basic)
    const [file] = await tokens(cli)
    const kept = await readFile(join(cli.directory, 'tokens', file as string), 'utf8')
    expect(kept).toContain('mkt_u_second')
    expect(kept).not.toContain('battery')
  })

  test('a person is asked for both, hidden; with MKT_TOKEN nothing is kept', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.changePassword, { status: 204, body: null })
    const changing = cli.start(['password'], { terminal: true })
    await changing.until('Current password')
    changing.type('correct horse\r')
    await changing.until('New password')
    changing.type('battery staple\r')
    await changing.until('New password again')
    changing.type('battery staple\r')
    const { code, stdout } = await changing.ended
    expect(code).toBe(0)
    expect(stdout).toContain('MKT_TOKEN is still set')
    expect(stdout).not.toMatch(/horse|staple/)
    expect(await readdir(cli.directory)).toEqual([])
  })

  test('a wrong password is exit 3; a missing or a short new one is 2', async ({ market, cli }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.changePassword, refusal(403, 'forbidden', 'The password is wrong.'))
    const wrong = await cli.run(['password'], { stdin: 'wrong\nbattery staple\n' })
    expect(wrong).toMatchObject({ code: 3, stderr: 'error: The password is wrong.\n' })
    expect((await cli.run(['password'], { stdin: 'one line\n' })).code).toBe(2)
    const short = await cli.run(['password'], { stdin: 'correct horse\nshort\n' })
    expect(short.code).toBe(2)
    expect(short.stderr).toContain('  new_password: ')
  })

  test('account delete wants --yes of a script, and forgets the login', async ({ market, cli }) => {
    await logIn(market, cli)
    market.script(endpoints.closeAccount, refusal(403, 'forbidden', 'The password is wrong.'), {
      status: 204,
      body: null,
    })
    const unsure = await cli.runLoggedOut(['account', 'delete'], { stdin: 'correct horse\n' })
    expect(unsure.code).toBe(2)
    expect(market.to(endpoints.closeAccount)).toEqual([])
    expect((await cli.runLoggedOut(['account', 'delete', '--yes'], { stdin: 'wrong' })).code).toBe(3)
    expect(await tokens(cli)).toHaveLength(1)
    const deleted = await cli.runLoggedOut(['account', 'delete', '--yes'], { stdin: 'correct horse\n' })
    expect(deleted).toMatchObject({ code: 0, stderr: 'The account ada is deleted.\n' })
    expect(market.to(endpoints.closeAccount)[1]?.body).toEqual({ password: 'correct horse' })
    expect(await tokens(cli)).toEqual([])
  })

  test('account delete tells a person what is lost; another word than the name deletes nothing', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.me, { status: 200, body: me })
    market.script(endpoints.closeAccount, { status: 204, body: null })
    const unsure = cli.start(['account', 'delete'], { terminal: true })
    await unsure.until('Type ada to delete it')
    unsure.type('no\r')
    expect((await unsure.ended).code).toBe(2)
    const sure = cli.start(['account', 'delete'], { terminal: true })
    await sure.until('Its 99.000000001 credits are lost')
    await sure.until('Type ada to delete it')
    sure.type('ada\r')
    await sure.until('Password')
    sure.type('correct horse\r')
    expect((await sure.ended).code).toBe(0)
    expect(market.to(endpoints.closeAccount).map(({ body }) => body)).toEqual([{ password: 'correct horse' }])
  })
})
