import { safeLine, safeLines, safeText } from '@mkt/schemas/process/safe-text'
import { afterEach, expect, test, vi } from 'vitest'
import { jsonLine } from '../../../agent/src/command-io.ts'
import { createLog } from '../../../agent/src/log.ts'
import { print } from '../../../server/src/commands/report.ts'

const EVIL = 'H100\u001b[2J\u001b]0;t\u0007\u009b31m\u202egnp\u2066\u200f\r\u0085\u2028x\u007f\u0000'
/** What a terminal obeys, or is turned round by; a line break and a tab are none of it. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

afterEach(() => vi.restoreAllMocks())

test('what mkt-server prints of hosts and destinations harms no terminal, as text and as JSON', () => {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  print(false, {}, `host_1  ${EVIL}\nhost_2`)
  print(true, { gpu: EVIL, amount: 1_500_000_000n }, '')
  const [text = '', json = ''] = written
  expect(text).toMatch(/^host_1 {2}H100.*\nhost_2\n$/s)
  expect([text, json].filter((output) => HARMFUL.test(output))).toEqual([])
  expect(JSON.parse(json)).toEqual({ gpu: EVIL, amount: 1.5 })
})

test('nor what mkt-agent prints', () => {
  for (const text of [safeLines(EVIL), safeLine(`${EVIL}\nFORGED`), jsonLine({ gpu: EVIL })])
    expect(text).not.toMatch(HARMFUL)
  expect(safeLine(`${EVIL}\nFORGED`)).not.toMatch(/[\n\t]/)
  expect(['a\nb', 'a \r\n\t b', 'a\u2028b', 'a  b'].map(safeLine)).toEqual(['a b', 'a b', 'a b', 'a  b'])
  expect(JSON.parse(jsonLine({ gpu: EVIL }))).toEqual({ gpu: EVIL })
})

test('a text keeps its lines, tabs and direction, and loses escape sequences whole', () => {
  expect(safeText('a\u001b[31mb\u001b]0;title\u0007c\n\td\u200fe')).toBe('abc\n\td\u200fe')
})

test('nor what it logs on a terminal: messages, and members without a blank in them', () => {
  const lines: string[] = []
  const sink = { isTTY: true, write: (text: string) => lines.push(text), hasColors: () => false }
  const log = createLog(sink)
  log.warn({ model: EVIL, code: '\u001b[31m', nested: { reason: EVIL } }, `the engine says ${EVIL}\nFORGED`)
  expect(lines.length).toBe(1)
  expect(lines[0]).toMatch(/^\S+ warn {2}the engine says H100[^\n]*\n$/)
  expect(lines[0]).not.toMatch(HARMFUL)
})
