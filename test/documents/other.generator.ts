import type { Chance } from './chance.ts'
import { OTHER_PAPERS, type OtherPaper } from './other-words.generator.ts'
import { split } from './printer/lists.ts'
import type { Generator } from './specimen.ts'
import { TypedSheet } from './typed-sheet.ts'

const THINGS = split`
  Rope, 20 m | Copper kettle | Oak shelf | Lantern | Wool blanket | Garden chair | Brass hinge | Paint, white
`

/** A paper of none of the contract's types: a letter, an article, a price list, a contract, a claim, an order, an empty page. */
export const otherPaper: Generator = async (chance) => {
  const sheet = await TypedSheet.open(chance)
  const paper = chance.happens(0.06) ? undefined : chance.pick(OTHER_PAPERS)
  if (paper) write(sheet, paper, chance)
  return {
    name: `other-${paper?.name ?? 'empty'}`,
    bytes: await sheet.save(),
    truth: { document_type: 'UNKNOWN', fields: {}, risk: 'clean' },
  }
}

function write(sheet: TypedSheet, paper: OtherPaper, chance: Chance): void {
  if (chance.happens(0.5))
    sheet.line(chance.pick(['Halvard Holdings', 'Nimbus Gardens Ltd', 'Ulvik Town Council'])).down()
  const title = chance.pick(paper.titles)
  if (title) sheet.line(title, { size: chance.whole(13, 20), bold: chance.happens(0.6) }).down()
  const [colon, column] = [chance.happens(0.6), chance.whole(140, 220)]
  for (const [label, value] of paper.pairs) {
    if (chance.happens(0.85)) sheet.put(colon ? `${label}:` : label).line(value, { x: sheet.margin + column })
  }
  sheet.down()
  for (const paragraph of paper.paragraphs) sheet.prose(paragraph)
  if (paper.columns) writeTable(sheet, paper.columns, chance)
  for (const text of paper.closing ?? []) sheet.down().line(text)
}

function writeTable(sheet: TypedSheet, columns: string[], chance: Chance): void {
  const places = [sheet.margin, sheet.margin + 240, sheet.margin + 360]
  for (const [index, column] of columns.entries()) sheet.put(column, { x: places[index] as number, bold: true })
  sheet.down().rule()
  for (let rows = chance.whole(4, 14); rows > 0; rows--) {
    sheet.put(chance.pick(THINGS)).put(String(chance.whole(1, 60)), { x: places[1] as number })
    sheet.line(chance.amount(1, 400).toFixed(2), { x: places[2] as number })
  }
}
