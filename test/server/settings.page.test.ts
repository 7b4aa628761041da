import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPTIONS, type ServeOption } from '../../server/src/serve-options.ts'

const page = readFileSync(new URL('../../server/docs/settings.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter((line) => /^\| (`--|\|)/.test(line))
const options = Object.values(OPTIONS) as ServeOption[]

/** The flags that the first cell of a row names. */
const flagsOf = (row: string) => [...(row.split(' | ')[0] ?? '').matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag)

test.each(options.map((option) => [option.flag.split(' ')[0] ?? '', option] as const))(
  'the page of settings has %s with its variable and its default',
  (flag, { variable, fallback }) => {
    const [row, ...others] = rows.filter((line) => flagsOf(line).includes(flag))
    expect(others).toEqual([])
    expect(row).toContain(`\`${variable}\``)
    if (fallback) expect(row).toContain(`\`${fallback}`)
  },
)

test('the page of settings has no flag that the program lacks', () => {
  const known = options.map(({ flag }) => flag.split(' ')[0])
  expect(rows.flatMap(flagsOf).filter((flag) => !known.includes(flag))).toEqual([])
  expect(rows.length).toBeGreaterThan(25)
})
