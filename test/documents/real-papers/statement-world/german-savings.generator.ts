import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, de } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Kontoauszug of a savings bank: one amount column with its sign, purposes over several lines, balances as Kontostand. */
export const germanSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const signed = chance.happens(0.5)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 13,
    into: ['Gutschrift', 'Lohn, Gehalt, Rente'],
    out: ['Kartenzahlung', 'Lastschrift', 'Überweisung online', 'Dauerauftrag'],
  })
  const name = person(chance)
  const account = chance.digits(10)
  const paper = await Paper.open({ size: 'a4' })
  const before = daysAfter(from, -1)
  paper
    .at(60, 50, 'Stadtsparkasse Auental', { size: 14, bold: true })
    .stack(60, 64, ['Marktplatz 2, 28195 Bremen', 'BLZ 290 555 01  BIC AUENDE22XXX'], { size: 7 })
  paper.stack(60, 120, ['Herrn/Frau', name, 'Lindenallee 14', town(chance, 'de')])
  paper
    .at(380, 120, `Kontoauszug ${Number(to.slice(5, 7))}/${to.slice(0, 4)}`, { bold: true, size: 12 })
    .row(136, [
      [380, 'Kontonummer'],
      [450, account],
    ])
    .row(150, [[380, `IBAN DE21 2905 5501 ${account.slice(0, 4)} ${account.slice(4, 8)} ${account.slice(8)}`]], {
      size: 8,
    })
    .row(164, [[380, 'Blatt 1 von 1']])
  paper
    .row(
      230,
      signed
        ? [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-540, 'Betrag EUR'],
          ]
        : [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-450, 'Betrag Soll EUR'],
            [-540, 'Betrag Haben EUR'],
          ],
      { bold: true },
    )
    .rule(234, 60, 540)
  const stand = (iso: string, extra: string, amount: number): [number, string][] => [
    [60, `Kontostand am ${day(iso, 'DD.MM.YYYY')}${extra}`],
    [-540, de(amount)],
  ]
  paper.row(250, stand(before, ', Auszug Nr. 2', ledger.opening), { bold: true })
  let y = 268
  for (const { date, text, amount } of ledger.entries) {
    const puts: [number, string][] = signed
      ? [[-540, de(amount)]]
      : amount < 0
        ? [[-450, de(-amount)]]
        : [[-540, de(amount)]]
    paper.row(y, [[60, day(date, 'DD.MM.YYYY')], [120, text], ...puts])
    paper.stack(120, y + 11, ['BRACKENFELD MARKT SAGT DANKE', `REF ${chance.digits(10)} KD ${chance.digits(6)}`], {
      size: 7,
    })
    y += 32
  }
  paper.rule(y - 6, 60, 540).row(y + 8, stand(to, ' um 20:02 Uhr', ledger.closing), { bold: true })
  return specimen('german-savings', paper, {
    fields: {
      bank_name: 'Stadtsparkasse Auental',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    ledger,
    totals: false,
    optional: ['statement_start_date', 'statement_end_date', 'account_number'],
  })
}
