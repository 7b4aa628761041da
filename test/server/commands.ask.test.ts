import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { programOf } from '../programs/programs.ts'
import { startMarketplace } from './marketplace.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

let data: string
let stop: () => Promise<unknown>
let erased: () => Promise<boolean>
let buyer: { username: string }
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'mkt-ask-'))
  const place = await startMarketplace({ location: { sqlite: join(data, 'mkt.db') } })
  const [user, host] = [await place.user(), await place.host()]
  buyer = user
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'secret' } })
  await host.next()
  await host.results([{ job_id, tokens: ['a'], finish_reason: 'stop' }])
  erased = async () => (await user.client.call(endpoints.getJob, { params: { job_id }, query: {} })).input_text === ''
  stop = () => place.stop()
})
afterAll(async () => {
  await stop()
  rmSync(data, { recursive: true, force: true })
})

/** Runs mkt-server on a terminal; each of the answers is typed once its question, which has this end, is asked. */
async function onTerminal(command: string, questionEnd: string, answers: readonly string[]) {
  const line = `'${[process.execPath, ...programOf('mkt-server')].join("' '")}' ${command} --data '${data}'`
  const env = { PATH: process.env.PATH ?? '', TERM: 'xterm', SHELL: '/bin/sh', NODE_COMPILE_CACHE: COMPILE_CACHE }
  const child = spawn('script', ['-qefc', `stty cols 200; exec ${line}`, '/dev/null'], { env })
  const left = [...answers]
  let shown = ''
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    const at = shown.indexOf(questionEnd, seen)
    if (at < 0 || left.length === 0) return
    seen = at + questionEnd.length
    child.stdin.write(left.shift() as string)
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor is no part of what is said
  return { code, shown: shown.replace(/\u001b\[\d*[GJ]|\r/g, '') }
}

const PURGE = 'jobs purge --older-than 0'
const QUESTION = 'This erases prompts and texts of 1 job, and cannot be undone. Go on? [y/N] '

test('an erasure that is not confirmed, or is broken off, is none, and says so in one line', async () => {
  for (const [answer, echo] of [
    ['n\r', 'n'],
    ['\r', ''],
    [CTRL_C, ''],
    [CTRL_D, ''],
  ] as const) {
    const { code, shown } = await onTerminal(PURGE, '[y/N] ', [answer])
    expect({ code, shown }).toEqual({ code: 1, shown: `${QUESTION}${echo}\nmkt-server: nothing was done\n` })
  }
  expect(await erased()).toBe(false)
})

test('one that is confirmed is done; there is nothing to ask about then', async () => {
  const { code, shown } = await onTerminal(PURGE, '[y/N] ', ['Yes\r'])
  expect([code, shown]).toEqual([0, expect.stringContaining('of 1 job were erased')])
  expect(await erased()).toBe(true)
  expect((await onTerminal(PURGE, '[y/N] ', [])).shown).toMatch(/^Prompts and texts of 0 jobs were erased/)
})

test('the password of an account that there is already is asked for once, by its name', async () => {
  const create = `admin create --username ${buyer.username} --email olga@example.com`
  const { code, shown } = await onTerminal(create, ': ', ['battery-staple\r'])
  const refused = /^Password of the account user\S*: \nmkt-server: there is an account "\S+" with another password/
  expect([code, shown]).toEqual([1, expect.stringMatching(refused)])
})

test('a password is asked for twice and never shown; it may be broken off', async () => {
  const create = 'admin create --username olga --email olga@example.com'
  for (const key of [CTRL_C, CTRL_D]) {
    const { code, shown } = await onTerminal(create, 'Password: ', [key])
    expect([code, shown]).toEqual([1, 'Password: \nmkt-server: nothing was done\n'])
  }
  const differ = await onTerminal(create, ': ', ['correct-horse\r', 'battery-staple\r'])
  expect([differ.code, differ.shown]).toEqual([2, expect.stringContaining('the two passwords differ')])
  const made = await onTerminal(create, ': ', ['correct-horse\r', 'correct-horse\r'])
  expect([made.code, made.shown]).toEqual([0, expect.stringContaining('olga')])
  const pasted = await onTerminal(create.replaceAll('olga', 'nora'), ': ', ['correct-horse\rcorrect-horse\r'])
  expect(pasted.code).toBe(0)
  expect(await onTerminal(create, ': ', [])).toEqual({
    code: 0,
    shown: expect.stringMatching(/^olga \S+ is an admin already;/),
  })
  expect(differ.shown + made.shown + pasted.shown).not.toMatch(/correct|battery/)
})
