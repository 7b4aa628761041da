import { expect, test } from 'vitest'
import { countsFields } from '../../server/src/documents/extract/tax/field-names.ts'
import type { FormValue } from '../../server/src/documents/model/page.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { ACTS } from './rounds/round-11-forged/innocent.ts'
import { sheetOf } from './rounds/round-11-forged/sheet.ts'

const field = (name: string): FormValue => ({
  ...{ name, label: '', kind: 'text', value: '1' },
  ...{ box: [0, 0, 10, 10], readOnly: false, drawn: false },
})
const fields = (...names: string[]) => names.map(field)
const counts = (names: string[], others: readonly string[] = []) =>
  countsFields(fields(...names), (_, id) => others.includes(id))

test('numbers in the names of fields count them from nought, or where captions are of other boxes', () => {
  expect(counts(['box0', 'box1', 'box2', 'box3'])).toBe(true)
  expect(counts(['form[0].Line1', 'form[0].Line2', 'form[0].Line3', 'form[0].Line4'], ['1', '2', '4'])).toBe(true)
})

test('names of boxes: without others at their captions, with gaps, or too few', () => {
  expect(counts(['box1', 'box2', 'box3', 'box4'])).toBe(false)
  expect(counts(['box1', 'box2', 'box3', 'box4'], ['2'])).toBe(false)
  expect(counts(['Box14', 'Box16', 'Box17', 'Box18'], ['14', '16', '17'])).toBe(false)
  expect(counts(['box0', 'box1'])).toBe(false)
})

test('a slip whose fields are counted is read by its captions', async () => {
  const { paper, done } = ACTS.find(({ act }) => act === 'fields-filled') ?? expect.fail('there is no such act')
  const { bytes } = await done(sheetOf(paper))
  const { parts, flags } = await runPipeline(bytes, undefined, { ocr: false })
  expect(parts[0]?.fields.wages_tips_other_compensation?.value).toBe(52_340)
  expect(parts[0]?.fields.federal_income_tax_withheld?.value).toBe(4718)
  expect(flags.filter(({ severity }) => severity === 'high')).toEqual([])
})
