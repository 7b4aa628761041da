import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LiveLine } from '../../agent/src/live-line.ts'
import { type StatusView, showLiveStatus, statusText } from '../../agent/src/live-status.ts'
import { createLog } from '../../agent/src/log.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { bench } from './agent-under-test.ts'
import { thenSilent } from './scripted-backend.ts'

/** A terminal as a person sees it: its lines, the last one unfinished. */
class Screen {
  readonly isTTY = true
  columns = 120
  colours = false
  raw = ''
  lines = ['']
  #column = 0

  hasColors() {
    return this.colours
  }

  write(text: string) {
    this.raw += text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal reads
    for (const part of text.match(/\x1b\[[0-9;]*[A-Za-z]|[\s\S]/g) ?? []) this.#put(part)
  }

  #put(part: string) {
    const last = this.lines.length - 1
    const line = this.lines[last] as string
    if (part === '\r') this.#column = 0
    else if (part === '\x1b[K') this.lines[last] = line.slice(0, this.#column)
    else if (part === '\n') {
      this.lines.push('')
      this.#column = 0
    } else if (part.length === 1) {
      this.lines[last] = line.slice(0, this.#column) + part + line.slice(this.#column + 1)
      this.#column++
    }
  }
}

describe('the live line', () => {
  test('stays below the lines of the log, and neither stands inside the other', () => {
    const screen = new Screen()
    const line = new LiveLine(screen)
    line.write('first\n')
    line.show('1/8 slots busy')
    line.write('second, which is longer than the status\n')
    line.show('2/8')
    line.write('third\nfourth\n')
    expect(screen.lines).toEqual(['first', 'second, which is longer than the status', 'third', 'fourth', '2/8'])
    line.clear()
    line.write('fifth\n')
    expect(screen.lines.slice(-2)).toEqual(['fifth', ''])
  })

  test('is cut to the terminal, since a wrapped line cannot be taken back', () => {
    const screen = new Screen()
    screen.columns = 10
    const line = new LiveLine(screen)
    line.show('0123456789 and more')
    expect(screen.lines).toEqual(['012345678'])
    screen.columns = 0
    line.show('0123456789 and more')
    expect(screen.lines).toEqual(['0123456789 and more'])
  })

  test('is not written again while nothing changes', () => {
    const screen = new Screen()
    const line = new LiveLine(screen)
    line.show('same')
    const { length } = screen.raw
    line.show('same')
    expect(screen.raw).toHaveLength(length)
  })

  test.each([true, false])('and the log have colours only where the terminal has: %s', (colours) => {
    const screen = new Screen()
    screen.colours = colours
    const line = new LiveLine(screen)
    line.show('status')
    createLog(line).warn({ job_id: 'job_1' }, 'job failed')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal reads
    expect(/\x1b\[[0-9;]*m/.test(screen.raw)).toBe(colours)
    expect(screen.lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}job failed {2}job_id=job_1$/)
    expect(screen.lines[1]).toBe('status')
  })

  test('what others put into a message moves nothing on the terminal', () => {
    const screen = new Screen()
    createLog(new LiveLine(screen)).error('the engine said \x1b[2J\r\nboo')
    expect(screen.raw).not.toContain('\x1b[2J')
    expect(screen.lines).toHaveLength(2)
  })
})

test.each([
  [{}, '1/2 slots busy | 12.3 tokens/s | earned 0.5 | 7 done | up 5 min'],
  [{ balance: 2_000_000_000n, failed: 2, up_ms: 7_500_000 }, /balance 2 \| 7 done, 2 failed \| up 2 h 5 min$/],
  [{ draining: true, away: true }, /^server away \| stopping, 1 of 2 slots still busy/],
  [{ shutOut: true }, /^disabled by the operator of the server \| 1\/2/],
  [{ up_ms: 59_999 }, /up 59 s$/],
  [{ up_ms: 3 * 86_400_000 }, /up 3 days$/],
])('the status of %o', (changes, says) => {
  const view: StatusView = {
    ...{ busy: 1, slots: 2, completed: 7, failed: 0, tokens_per_second: 12.34, earned_nano: 500_000_000n },
    ...{ balance: undefined, draining: false, away: false, up_ms: 300_000 },
  }
  expect(statusText({ ...view, ...changes })).toMatch(says)
})

test('shows what an agent does while it does it', async () => {
  const { market, effects, start, backend } = bench()
  const screen = new Screen()
  market.account.host.balance = 3_000_000_000n
  backend.script = thenSilent('a', 'b', 'c', 'd', 'e')
  const agent = start({ concurrency: 2, idle_timeout_ms: 600_000 })
  const stop = showLiveStatus({ agent, line: new LiveLine(screen), effects, slots: 2 })
  const job = market.submit()
  await effects.until(() => job.pieces.length === 5)
  await effects.pass(1000)
  expect(screen.lines.at(-1)).toMatch(/^1\/2 slots busy \| [1-9]\d*\.\d tokens\/s \| earned 0 \| balance 3 \| 0 done/)
  await effects.pass(10_000)
  expect(screen.lines.at(-1)).toContain('0.0 tokens/s')
  market.account.host.balance = 4_000_000_000n
  market.away = true
  await effects.pass(20_000)
  expect(screen.lines.at(-1)).toMatch(/^server away/)
  market.away = false
  await effects.pass(60_000)
  expect(screen.lines.at(-1)).toContain('balance 4')
  market.account.host.balance = 5_000_000_000n
  Object.assign(agent.tally, { earned_nano: 1n })
  await effects.pass(2_500)
  expect(screen.lines.at(-1)).toContain('balance 5')
  agent.drain('SIGTERM')
  await effects.pass(1000)
  expect(screen.lines.at(-1)).toMatch(/^stopping, 1 of 2/)
  stop()
  expect(screen.lines).toEqual([''])
  await effects.pass(5000)
  expect(screen.lines).toEqual([''])
})

test('counts what completed, what failed and what it brought', async () => {
  const { market, effects, start, backend } = bench()
  const agent = start()
  const done = market.submit()
  await effects.until(() => done.state === 'completed')
  backend.script = async function* () {
    yield { text: 'x' }
    throw new Error('broken')
  }
  const failed = market.submit()
  await effects.until(() => failed.state === 'failed' && agent.tally.busy === 0)
  expect(agent.tally).toMatchObject({ busy: 0, completed: 1, failed: 1, pieces: 4 })
})

const SCRIPT = '/usr/bin/script'
test.skipIf(!existsSync(SCRIPT))('a command on a real terminal keeps to NO_COLOR', () => {
  const bin = `${import.meta.dirname}/../../agent/bin/mkt-agent.js`
  const args =
    'start --server http://127.0.0.1:9 --backend worker --endpoint-url http://127.0.0.1:9 --model x --price 1'
  const run = (env: Record<string, string>) =>
    spawnSync(SCRIPT, ['-qec', `${process.execPath} ${bin} ${args} --state /proc/no/such`, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, TERM: 'xterm-256color', ...env },
      encoding: 'utf8',
    }).stdout
  expect(run({})).toContain('\x1b[31merror')
  const plain = run({ NO_COLOR: '1' })
  expect(plain).toMatch(/error the state directory/)
  expect(plain).not.toContain('\x1b[31m')
})
