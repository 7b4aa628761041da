import { market as endpoints } from '@mkt/schemas'
import { wrapHelp } from '@mkt/schemas/process/help-text'
import { describe, expect, test as pure, vi } from 'vitest'
import { displayWidth, fit } from '../../cli/src/display-width.ts'
import { buildProgram } from '../../cli/src/program.ts'
import { tableLines } from '../../cli/src/table.ts'
import { talkLines } from '../../cli/src/talk-lines.ts'
import { test } from './cli-test.ts'
import { AT, JOB_ID } from './samples.ts'

// Each test starts some processes, several tests at once.
vi.setConfig({ testTimeout: 120_000 })

type Command = ReturnType<typeof buildProgram>

function helpTexts(command: Command): [name: string, text: string][] {
  let text = ''
  command.configureOutput({
    writeOut: (more) => {
      text += more
    },
  })
  command.outputHelp()
  return [[command.name(), text], ...command.commands.flatMap(helpTexts)]
}

const texts = helpTexts(buildProgram())
const tooWide = (text: string, width: number) => text.split('\n').filter((line) => displayWidth(line) > width)

pure('the help of every command fits 80 columns, and prose and options fit narrower ones', () => {
  expect(texts.length).toBeGreaterThan(30)
  for (const [name, text] of texts) {
    expect([name, tooWide(wrapHelp(text, 80), 80)]).toEqual([name, []])
    // Examples are to be copied, so they stay on one line.
    const wrapped = wrapHelp(text.replace(/\nExamples?:\n( {2}.*\n)+/, '\n'), 50)
    expect([name, tooWide(wrapped, 50).filter((line) => line.includes(' ', 30))]).toEqual([name, []])
    expect(wrapHelp(text, 80).replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
  }
})

pure('a text is cut by what it takes on the screen, between characters', () => {
  expect(fit('plain', 5)).toBe('plain')
  expect(fit('plainly', 5)).toBe('plai…')
  expect(fit('日本語の名前', 6)).toBe('日本…')
  expect(fit('e\u0301e\u0301e\u0301e\u0301', 3)).toBe('e\u0301e\u0301…')
  expect(fit('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…')
})

const COLUMNS = [{ title: 'ID' }, { title: 'NAME' }, { title: 'PRICE', align: 'right' as const }, { title: 'WHEN' }]
const ROWS = [
  ['id_0123456789', 'a name that is far too long', '0.000001', 'now'],
  ['id_1', '日本語の名前はとても長い', '12', '3 minutes ago'],
]

pure('a table gives up the ends of its texts, never an id or a number', () => {
  expect(tableLines(COLUMNS, ROWS, 48)).toEqual([
    'ID             NAME           PRICE  WHEN',
    'id_0123456789  a name th…  0.000001  now',
    'id_1           日本語の…         12  3 minutes…',
  ])
  expect(tableLines(COLUMNS, ROWS).join('\n')).toContain('a name that is far too long')
  expect(tooWide(tableLines(COLUMNS, ROWS, 48).join('\n'), 48)).toEqual([])
})

pure('where there is no room beside the first column, the others go below it', () => {
  const lines = tableLines(COLUMNS, ROWS, 32)
  expect(lines).toEqual([
    'ID',
    '  NAME          PRICE  WHEN',
    'id_0123456789',
    '  a name t…  0.000001  now',
    'id_1',
    '  日本語の…        12  3 minute…',
  ])
  for (const width of [1, 2, 5, 10, 20]) {
    expect(tooWide(tableLines(COLUMNS, ROWS, width).slice(1).join('\n'), Math.max(width, 13))).toEqual([])
  }
})

pure('talk goes on below itself, and what is to be copied stays whole', () => {
  expect(talkLines('  Log in with `mkt login`, or set MKT_TOKEN.', 24)).toEqual([
    '  Log in with',
    '  `mkt login`, or set',
    '  MKT_TOKEN.',
  ])
  expect(talkLines('Cancel it:     mkt cancel job_1', 20)).toEqual(['Cancel it:    ', 'mkt cancel job_1'])
  expect(talkLines('日本語 の 名前', 10)).toEqual(['日本語 の', '名前'])
  expect(talkLines('a line of a log stays as it is', undefined)).toEqual(['a line of a log stays as it is'])
})

describe.concurrent('on a terminal', () => {
  const job = { job_id: JOB_ID, model: `llama-${'x'.repeat(60)}`, status: 'completed', credits_used: 0, created_at: AT }
  const lines = (text: string) => text.trim().split(/\r?\n/)

  test.for([60, 80])('a table fits %i columns; --wide and a pipe have it whole', async (columns, { market, cli }) => {
    market.script(endpoints.listJobs, { status: 200, body: { jobs: [job], total: 1 } })
    const options = { terminal: true, columns, env: { NO_COLOR: '1' } }
    const { stdout } = await cli.run(['jobs'], options)
    expect(lines(stdout).filter((line) => displayWidth(line) > columns)).toEqual([])
    expect(stdout).toContain(JOB_ID)
    expect(stdout).toContain('…')
    expect((await cli.run(['jobs', '--wide'], options)).stdout).toContain(job.model)
    expect((await cli.run(['jobs'])).stdout).toContain(job.model)
  })

  test('an error and its hints follow the width, and an empty list is its sentence alone', async ({ market, cli }) => {
    const refused = { error: 'insufficient_credits', message: 'a b '.repeat(20) }
    const none = { status: 200, body: { jobs: [], total: 0 } }
    market.script(endpoints.listJobs, { status: 402, body: refused }, none)
    const options = { terminal: true, columns: 40, env: { NO_COLOR: '1' } }
    const { stdout: said } = await cli.run(['jobs'], options)
    expect(lines(said).length).toBeGreaterThan(4)
    expect(lines(said).filter((line) => displayWidth(line) > 40)).toEqual([])
    expect(await cli.run(['jobs'])).toMatchObject({
      stdout: '',
      stderr: 'No jobs yet: `mkt submit --model M PROMPT` makes one.\n',
    })
  })

  test('help follows the width', async ({ cli }) => {
    const { stdout } = await cli.run(['whoami', '--help'], { terminal: true, columns: 50 })
    expect(lines(stdout).filter((line) => displayWidth(line) > 50)).toEqual([])
  })
})
