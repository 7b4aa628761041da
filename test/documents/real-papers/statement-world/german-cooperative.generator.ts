import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Kontoauszug of a cooperative bank: booking and value day without a year, amounts with S or H behind them. */
export const germanCooperative: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 12,
    into: ['GUTSCHR. UEBERWEISUNG', 'LOHN/GEHALT'],
    out: ['Basislastschrift', 'Kartenzahlung girocard', 'Dauerauftrag', 'Abschluss lt. Anlage'],
  })
  const name = person(chance)
  const account = chance.digits(8)
  const paper = await Paper.open({ size: 'a4', family: 'mono', text: 9 })
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'S' : 'H'}`
  paper.at(50, 44, 'Volksbank Ostrautal eG', { size: 13, bold: true })
  paper.stack(50, 100, [name, 'Mühlweg 3', town(chance, 'de')])
  paper
    .row(100, [
      [340, 'Kontonummer'],
      [430, account],
    ])
    .row(112, [
      [340, 'Kontoauszug'],
      [430, `Nr. 3/${to.slice(0, 4)}`],
    ])
    .row(124, [
      [340, 'erstellt am'],
      [430, day(to, 'DD.MM.YYYY')],
    ])
    .row(
      136,
      [
        [340, 'IBAN'],
        [380, `DE61 6009 55${chance.digits(2)} 00${account.slice(0, 2)} ${account.slice(2, 6)} ${account.slice(6)}`],
      ],
      { size: 8 },
    )
    .row(148, [
      [340, 'EUR-Konto'],
      [430, 'Blatt 1 von 1'],
    ])
  paper.row(200, [[50, 'Bu-Tag Wert   Vorgang']], { bold: true }).rule(204, 50, 550)
  paper.row(222, [
    [200, `alter Kontostand vom ${day(daysAfter(from, -1), 'DD.MM.YYYY')}`],
    [-550, mark(ledger.opening)],
  ])
  let y = 240
  for (const { date, text, amount } of ledger.entries) {
    paper
      .row(y, [
        [50, day(date, 'DD.MM.')],
        [88, day(date, 'DD.MM.')],
        [125, text],
        [-550, mark(amount)],
      ])
      .at(125, y + 11, 'Ostrautal Energie GmbH')
      .at(125, y + 22, `EREF: ${chance.digits(9)} MREF: ${chance.digits(6)}`)
    y += 36
  }
  paper.row(y + 6, [
    [200, `neuer Kontostand vom ${day(to, 'DD.MM.YYYY')}`],
    [-550, mark(ledger.closing)],
  ])
  return specimen('german-cooperative', paper, {
    fields: {
      bank_name: 'Volksbank Ostrautal eG',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    ledger,
    totals: false,
    optional: ['statement_start_date', 'statement_end_date', 'account_number'],
  })
}
