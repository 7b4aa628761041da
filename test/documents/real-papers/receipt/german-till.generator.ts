import type { Generator } from '../../specimen.ts'
import { Paper } from '../paper.ts'
import { cents, day, de, sum } from '../print.ts'
import { dayOf, goods, specimen } from './parts.ts'

/** A German till roll: MwSt table with net and gross, EC payment, TSE lines. */
export const germanTill: Generator = async (chance) => {
  const items = goods(chance, ['VOLLMILCH 3,5%', 'BIO BANANEN', 'ROGGENBROT', 'KAFFEE GEM.', 'GOUDA JUNG'])
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.07)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 8 })
  for (const [i, text] of ['FRISCHMARKT LINDEN', 'Lindenallee 14', '28195 Bremen', 'UID Nr.: DE118842551'].entries())
    paper.centre(26 + i * 10, text)
  let y = 84
  paper.row(y - 10, [[-205, 'EUR']])
  for (const { text, price } of items) {
    paper.row(y, [
      [10, text],
      [-205, de(price)],
      [209, 'B'],
    ])
    y += 10
  }
  paper
    .row(y, [[10, '--------------------------------------']])
    .row(
      y + 12,
      [
        [10, 'SUMME'],
        [100, 'EUR'],
        [-205, de(total)],
      ],
      { bold: true, size: 10 },
    )
    .row(y + 26, [
      [10, 'Geg. EC-Cash'],
      [100, 'EUR'],
      [-205, de(total)],
    ])
  paper
    .row(y + 50, [
      [10, 'Steuer  %'],
      [-110, 'Netto'],
      [-155, 'Steuer'],
      [-205, 'Brutto'],
    ])
    .row(y + 60, [
      [10, 'B=  7,0%'],
      [-110, de(net)],
      [-155, de(cents(total - net))],
      [-205, de(total)],
    ])
    .row(y + 70, [
      [10, 'Gesamtbetrag'],
      [-110, de(net)],
      [-155, de(cents(total - net))],
      [-205, de(total)],
    ])
  paper
    .row(y + 94, [[10, 'TSE-Signatur: kLx88sA1']])
    .row(y + 104, [[10, `${day(date, 'DD.MM.YYYY')}   18:04   Bon-Nr.:4118`]])
    .row(y + 114, [[10, 'Markt:0118  Kasse:3   Bed.:221221']])
    .centre(y + 134, 'Vielen Dank für Ihren Einkauf')
  return specimen('german-till', paper, {
    merchant_name: 'FRISCHMARKT LINDEN',
    transaction_date: date,
    subtotal: net,
    total_tax: cents(total - net),
    total,
    currency: 'EUR',
  })
}
