import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beyond, type Excess, excessOf, isLong, longFunctions, longLines, longPatterns } from './tidy/excess.ts'
import { readSources, readTests, type SourceFile } from './tidy/source-tree.ts'

/** What was there when the ceilings came. Numbers may only fall, and a file that keeps within them leaves the list. */
const EXCUSED = JSON.parse(readFileSync(new URL('tidy/excess.json', import.meta.url), 'utf8')) as Record<string, Excess>

const sources = readSources()
const tests = readTests()

const file = (lines: string[]): SourceFile => ({
  path: 'x.ts',
  text: lines.join('\n'),
  lines,
  imports: [],
  packages: [],
})

test('what exceeds is seen, and what is excused', () => {
  expect(longLines(file(['a'.repeat(120), 'a'.repeat(121)]))).toBe(1)
  expect(longPatterns(file([`const a = /${'a'.repeat(120)}/`, `const b = /${'b'.repeat(121)}/u`]))).toBe(1)
  expect(isLong(file(Array(301).fill('')))).toBe(1)
  expect(longFunctions(file(['function a() {', ...Array(60).fill('  b()'), '}']))).toBe(1)
  expect(beyond({ a: 2, b: 1 }, { b: 1, c: 3 })).toEqual({ more: ['a: 2 of 0'], less: ['c: 0 of 3'] })
})

const CEILINGS: [what: string, files: readonly SourceFile[], count: (file: SourceFile) => number][] = [
  ['lines of more than 120 columns', sources, longLines],
  ['patterns of more than 120 characters', sources, longPatterns],
  ['tests: lines of more than 120 columns', tests, longLines],
  ['tests: files of more than 300 lines', tests, isLong],
  ['tests: functions of more than 60 lines', tests, longFunctions],
]

test.each(CEILINGS)('%s become fewer', (what, files, count) => {
  const { more, less } = beyond(excessOf(files, count), EXCUSED[what] ?? {})
  expect(more).toEqual([])
  expect(less, 'take these off test/tidy/excess.json').toEqual([])
})
