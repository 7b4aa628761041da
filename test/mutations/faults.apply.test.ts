import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withFault } from './fault.ts'
import { FAULTS } from './faults.ts'
import { ROOT } from './tree-copy.ts'

describe.each(FAULTS)('$name', (fault) => {
  test('still has its place in the source, once, and tests to catch it', () => {
    const source = readFileSync(join(ROOT, fault.file), 'utf8')
    expect(withFault(fault, source)).not.toBe(source)
    expect(fault.tests.length).toBeGreaterThan(0)
    expect(fault.tests.filter((path) => !path.endsWith('.test.ts') || !existsSync(join(ROOT, path)))).toEqual([])
  })
})

test('names are unique, and every fault says what it would do to a person', () => {
  const names = FAULTS.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at || !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(name))).toEqual([])
  expect(FAULTS.filter(({ why }) => why.length < 15).map(({ name }) => name)).toEqual([])
})

test('a place that has moved on, or stands twice, is noticed', () => {
  const fault = { name: 'some-fault', file: 'f.ts', find: 'a', replace: 'b', why: '', tests: [] }
  expect(withFault(fault, 'xay')).toBe('xby')
  expect(() => withFault(fault, 'xy')).toThrow('some-fault: its place occurs 0 times in f.ts')
  expect(() => withFault(fault, 'aya')).toThrow('occurs 2 times')
  expect(() => withFault({ ...fault, replace: 'a' }, 'a')).toThrow('changes nothing')
})
