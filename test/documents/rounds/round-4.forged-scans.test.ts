import { expect, test } from 'vitest'
import { FIELDS } from '../../../schemas/src/documents/fields.ts'
import { painted } from './round-1/scan.ts'
import { readPapers, truthOf } from './round-3/forgeries/papers.ts'
import { forgeries, left } from './round-4/forged-scans/index.ts'
import { readLines, readOriginals } from './round-4/forged-scans/originals.ts'

if (left.length > 0) console.log(`forged scans of the fourth round are not tried: ${left[0]}`)

const lines = readLines()
const papers = readPapers(new URL('round-4/forged-scans/papers/', import.meta.url))

test('the list has many techniques, none of them often, each on a value of its paper', () => {
  const techniques = lines.map(({ technique }) => technique)
  expect(new Set(techniques).size).toBeGreaterThan(20)
  const often = techniques.filter((each) => techniques.filter((other) => other === each).length > 2)
  expect(often).toEqual([])
  for (const { name, paper, shown } of lines) {
    const { source = '', type = 'UNKNOWN' } = papers.find((each) => each.name === paper) ?? {}
    const strange = [...shown.keys()].filter((field) => !source.includes(`[[${field}|`))
    expect([name, strange]).toEqual([name, []])
    expect([name, [...shown.keys()].filter((field) => !field.includes('.') && !(field in FIELDS[type]))]).toEqual([
      name,
      [],
    ])
  }
})

test('genuine statements of the fourth round add up', () => {
  const statements = papers.map(truthOf).filter(({ fields }) => fields.opening_balance !== undefined)
  expect(statements.length).toBe(4)
  for (const { document_type, fields, tables } of statements) {
    const sign = document_type === 'CREDIT_CARD_STATEMENT' ? -1 : 1
    const moves = (tables?.transactions ?? []).map((row) => Number(row.deposit ?? 0) - Number(row.withdrawal ?? 0))
    const sum = moves.reduce((all, move) => all + sign * move, Number(fields.opening_balance))
    expect(sum.toFixed(2)).toBe(Number(fields.closing_balance).toFixed(2))
  }
})

test('a value forged on a scan of the fourth round stands on the sheet, and there is ink where it is said', async ({
  skip,
}) => {
  skip(left.length > 0, left[0])
  const tried = lines.filter(({ technique, paper }) => /diner|nz-shop/.test(paper) && technique !== 'telephone-marker')
  const originals = await readOriginals(tried)
  for (const line of tried) expect(originals.get(line.paper)?.edits(line)).toHaveLength(line.shown.size)
  for await (const { name, bytes, truth, forgery } of forgeries(({ name }) =>
    tried.some((line) => line.name === name),
  )) {
    const [place] = forgery?.places ?? []
    if (!place) return expect.fail(`${name} has no place`)
    const picture = await painted(new Uint8Array(bytes), 100)
    const [x, y, right, foot] = picture.toPixels(place.box).map(Math.round) as [number, number, number, number]
    const { data } = picture.canvas.getContext('2d').getImageData(x, y, right - x, foot - y)
    const greens = data.filter((_, at) => at % 4 === 1).sort()
    const paper = greens[Math.floor(greens.length * 0.8)] ?? 0
    const dark = greens.filter((green) => green < paper * 0.72).length / greens.length
    expect(dark, name).toBeGreaterThan(0.04)
    expect(dark, name).toBeLessThan(0.6)
    expect(truth.risk).toBe('flagged')
  }
})
