import {
  drawBoxes,
  drawCaptions,
  drawList,
  drawMatrix,
  drawSides,
  drawTables,
  type Stub,
} from './pay-stub-layouts.generator.ts'
import { earnWages } from './pay-stub-wages.generator.ts'
import { PAY_WORDS } from './pay-stub-words.generator.ts'
import type { Generator } from './specimen.ts'
import { Paper } from './statement-paper.generator.ts'

const LAYOUTS = {
  captions: drawCaptions,
  list: drawList,
  tables: drawTables,
  sides: drawSides,
  matrix: drawMatrix,
  boxes: drawBoxes,
}

/** A pay stub in one of six layouts and six locales. */
export const payStub: Generator = async (chance) => {
  const wages = earnWages(chance)
  const { locale } = wages
  const paper = await Paper.lay(chance, locale.paper)
  const symbol = chance.happens(0.3) && locale.language === 'en' ? locale.symbol : ''
  const layout = chance.pick(Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[])
  const fields: Stub['fields'] = {}
  const print = chance.pick(locale.dates)
  const money = (amount: number) => `${symbol}${locale.number(amount)}`
  LAYOUTS[layout]({ chance, paper, wages, words: PAY_WORDS[locale.language], fields, print, money })
  return {
    name: `pay-stub-${locale.id}-${layout}`,
    bytes: await paper.bytes(fields.pay_date),
    truth: { document_type: 'PAY_STUB', fields, risk: 'clean' },
  }
}
