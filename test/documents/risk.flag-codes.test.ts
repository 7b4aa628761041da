import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENT_TYPES } from '@mkt/schemas'
import { expect, test } from 'vitest'

const PAGE = readFileSync(new URL('../../server/docs/flags.md', import.meta.url), 'utf8')
const RULES = new URL('../../server/src/documents/risk', import.meta.url).pathname
const SEVERITY = /'(info|low|medium|high|critical)'/g

interface Documented {
  family: string
  severities: string[]
}

/** What the page says of each code. */
const documented = new Map(
  PAGE.split(/^## /m).flatMap((section) => {
    const family = section.slice(0, section.search(/[:\n]/)).toLowerCase().replace('-', '_')
    return [...section.matchAll(/^\| (`.+?) \| .+ \| ([a-z, ]+) \| .+ \|$/gm)].flatMap(
      ([, codes = '', severities = '']) =>
        [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']): [string, Documented] => [
          code,
          { family, severities: severities.split(', ').toSorted() },
        ]),
    )
  }),
)

const sources = readdirSync(RULES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(RULES, name), 'utf8'))
const all = sources.join('\n')

/** Literals of capitals that may be codes, `T4_${...}` as a pattern. */
const written = [...all.matchAll(/['`]([A-Z0-9]+(?:_[A-Z0-9]+)+|[A-Z]\w*_?\$\{[^`]+|\$\{\w+\}_[A-Z_]+)['`]/g)].map(
  ([, text]) => text as string,
)
const literals = [...written, ...[...all.matchAll(/code: '([A-Z0-9_]+)'/g)].map(([, code]) => code as string)].filter(
  (text) => !(DOCUMENT_TYPES as readonly string[]).includes(text),
)
/** A part that is put in at the beginning may be of several words. */
const patternOf = (literal: string, end = '') =>
  new RegExp(`^${literal.replace(/^\$\{[^}]+\}/, '[A-Z0-9_]+').replace(/\$\{[^}]+\}/g, '[A-Z0-9]+')}${end}$`)

test('every code that a rule can give is documented', () => {
  const codes = [...documented.keys()]
  const missing = literals.filter(
    (literal) => !codes.some((code) => patternOf(literal, '(_ABOVE_MAXIMUM)?').test(code)),
  )
  expect(literals.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('every code that is documented is one that a rule can give', () => {
  const stale = [...documented.keys()].filter((code) => !literals.some((literal) => patternOf(literal).test(code)))
  expect(stale).toEqual([])
})

/** Codes that are written with their severities beside them, and the family where it is said there too. */
const beside = sources.flatMap((text) =>
  text.split(/(?=\bcode: ['`])/).flatMap((piece) => {
    const code = /^code: '([A-Z0-9_]+)'/.exec(piece)?.[1]
    const severities = /severity: (.+)/.exec(piece)?.[1]?.match(SEVERITY)
    return code && severities
      ? [{ code, severities: severities.map((one) => one.slice(1, -1)), family: /family: '(\w+)'/.exec(piece)?.[1] }]
      : []
  }),
)

test('a code has the severities and the family that its rule gives it', () => {
  expect(beside.length).toBeGreaterThan(60)
  for (const code of new Set(beside.map((one) => one.code))) {
    const places = beside.filter((one) => one.code === code)
    const severities = [...new Set(places.flatMap((one) => one.severities))].toSorted()
    expect([code, documented.get(code)?.severities]).toEqual([code, severities])
    const families = new Set(places.flatMap(({ family }) => family ?? []))
    if (families.size > 0) expect([code, families]).toEqual([code, new Set([documented.get(code)?.family])])
  }
})
