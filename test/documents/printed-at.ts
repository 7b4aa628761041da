import { FIELDS, type ValueKind } from '../../schemas/src/documents/fields.ts'
import { type Box, holds } from '../../server/src/documents/model/box.ts'
import type { DocumentPart } from '../../server/src/documents/model/findings.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import type { Reading } from '../../server/src/documents/model/reading.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { findAmounts } from '../../server/src/documents/values/amount-style.ts'
import { Chance } from './chance.ts'
import type { Generator } from './specimen.ts'

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What is added up by the service and says so: its box holds all the parts. */
const ADDED = new Set(['sum-of-taxes', 'sum-over-rates'])

/** Draws one document of each generator, `changed` where given, and says which values it does not print. */
export async function unprintedOf(
  generators: Readonly<Record<string, Generator>>,
  seed: number,
  changed = (generator: Generator) => generator,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, generator] of Object.entries(generators)) {
    const { bytes } = await changed(generator)(new Chance(seed))
    const { reading, parts } = await runPipeline(bytes)
    found.push(...notPrinted(reading, parts).map((line) => `${name}: ${line}`))
  }
  return found
}

/** A line for each value of the slips that the page does not print in its box. */
export function notPrinted(reading: Reading, parts: readonly DocumentPart[]): string[] {
  return parts.flatMap((part) => {
    const kinds: Readonly<Record<string, ValueKind>> = FIELDS[part.type]
    const fields = Object.entries(part.fields).flatMap(([name, { value, page, box, method, covered }]) => {
      const words = wordsIn(reading, page, box, covered ? 'covered' : 'shown')
      const kind = kinds[name] ?? 'text'
      return stands(value, kind, words, ADDED.has(method)) ? [] : [complaint(name, value, words)]
    })
    const cells = part.tables.flatMap(({ rows }) =>
      rows.flatMap(({ values, words }) =>
        Object.entries(values).flatMap(([column, value]) => {
          const own = words[column] ?? []
          const ok = typeof value !== 'number' || own.length === 0 || printsAmount(value, own)
          return ok ? [] : [complaint(column, value, own)]
        }),
      ),
    )
    return [...fields, ...cells]
  })
}

const complaint = (name: string, value: string | number, words: readonly Word[]) =>
  `${name} ${JSON.stringify(value)} where the page prints ${JSON.stringify(words.map(({ text }) => text).join(' '))}`

function wordsIn({ pages }: Reading, number: number, box: Box, wanted: Word['visibility']): Word[] {
  const page = pages.find((each) => each.page.number === number)?.page
  const seen = page?.words.filter(({ visibility }) => visibility === 'shown' || visibility === wanted) ?? []
  return seen.filter((word) => holds(box, word.box, 1)).toSorted((a, b) => b.box[1] - a.box[1] || a.box[0] - b.box[0])
}

function stands(value: string | number, kind: ValueKind, words: readonly Word[], added: boolean): boolean {
  if (kind === 'amount') return added ? isSum(Number(value), words) : printsAmount(Number(value), words)
  const text = fold(words.map((word) => word.text).join(''))
  if (kind === 'date') return printsDay(String(value), words)
  if (kind === 'year') return text.includes(String(value).slice(2))
  return isMark(value) || parts(value).every((part) => text.includes(part)) || isCurrency(value)
}

/** A ticked box is a word of its own; a currency is said by a sign, a frequency by any word for it. */
const isMark = (value: string | number) => value === 'true' || value === 'false'
const isCurrency = (value: string | number) => /^[A-Z]{3}$|^[a-z_-]+$/.test(String(value))
const parts = (value: string | number) => String(value).split(/\s+/).map(fold).filter(Boolean)

const cents = (value: number) => Math.round(Math.abs(value) * 100)

/** The digits that the box prints, read as any amount that they may be. */
function printsAmount(value: number, words: readonly Word[]): boolean {
  const wanted = cents(value)
  const amounts = [...findAmounts(words), ...words.flatMap((word) => findAmounts([word]))]
  const digits = words.map(({ text }) => text.replace(/\D/g, '')).join('')
  // Prices may have three decimals, and box values no cents.
  const read = [wanted, wanted / 100, value].map((each) => String(each).replace(/\D/g, ''))
  return amounts.some((found) => cents(found.value) === wanted) || read.some((each) => digits.includes(each))
}

function isSum(value: number, words: readonly Word[]): boolean {
  const own = findAmounts(words).filter(({ decimals }) => decimals === 2)
  return subsets(own.map((found) => cents(found.value))).has(cents(value)) || printsAmount(value, words)
}

function subsets(values: readonly number[]): Set<number> {
  const sums = new Set([0])
  for (const value of values.slice(0, 12)) for (const sum of [...sums]) sums.add(sum + value)
  return sums
}

/** Its day is printed there; month and year may be said in words or by the period. */
function printsDay(value: string, words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join(' ')
  return [...text.matchAll(/\d+/g)].some(([digits]) => digits.includes(String(Number(value.slice(8)))))
}
