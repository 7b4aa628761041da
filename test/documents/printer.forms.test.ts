import { expect, test } from 'vitest'
import { FormPaper } from './printer/form-paper.ts'
import { figures, rows, split, words } from './printer/lists.ts'
import { pagesOf } from './read-raw.ts'

async function placed(paper: FormPaper) {
  const pages = await pagesOf(await paper.save())
  return pages
    .flatMap((page) => page.words)
    .map(({ text, box, size }) => [text, Math.round(box[0]), Math.round(792 - box[1] - 0.22 * size), size])
}

test('the places of a template count from where it is', async () => {
  const paper = await FormPaper.open()
  paper.at(100, 200)`
    10: 5b/12 Caption | 180>m/9 ${'Amount'}
    30 step 20: 0<40/10 broken words ¶ under
  `
  expect(await placed(paper)).toEqual([
    ['Caption', 105, 210, 12],
    ['Amount', 248, 210, 9],
    ['broken', 100, 230, 10],
    ['words', 100, 250, 10],
    ['under', 100, 270, 10],
  ])
})

test('a value is typed into its slot, or lies in a field that several slots of a name share', async () => {
  const print = (paper: FormPaper) => paper.print`
    value Slip[0] 50 100 80 14>/8: ${'1,000.00'}
    value Slip[0] 50 140 80 40/8 many: ${['Line', 'under']}
  `
  const typed = await placed(print(await FormPaper.open()))
  expect(typed.map(([text]) => text)).toEqual(['1,000.00', 'Line', 'under'])
  const filled = print(await FormPaper.open({ fillable: true }))
  const fields = filled.pdf.getForm().getFields()
  expect(fields.map((field) => field.getName())).toEqual(['Slip[0]', 'Slip[1]'])
})

test('what a template does not know is an error', async () => {
  const paper = await FormPaper.open()
  expect(() => paper.print`sixty: 40 Text`).toThrow()
  expect(() => paper.print`60: forty Text`).toThrow('no place')
})

test('lists and tables are read from text', () => {
  expect(split`Oak shelf | A|B
    | Chair`).toEqual(['Oak shelf', 'A|B', 'Chair'])
  expect(rows`
    14 | Employment income
    | employment_income
    15 |  | Nothing
  `).toEqual([
    ['14', 'Employment income', 'employment_income'],
    ['15', '', 'Nothing'],
  ])
  expect(words`14 income | 22 tax deducted`).toEqual({ 14: 'income', 22: 'tax deducted' })
  expect(figures`
    year base rate
    2019 57400 5.1
    2020 58700 -
  `).toEqual({ 2019: { base: 57400, rate: 5.1 }, 2020: { base: 58700 } })
})
