import type { Generator } from '../../specimen.ts'
import { company, person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, de, monthOf } from '../print.ts'
import { wageOf, ytd } from '../wage.ts'
import { specimen } from './parts.ts'

/** Entgeltabrechnung: gross wage, tax and social insurance in rows, Auszahlungsbetrag at the foot. */
export const germanWage: Generator = async (chance) => {
  const wage = wageOf(
    chance,
    {
      taxes: {
        Lohnsteuer: 0.14,
        Krankenversicherung: 0.08,
        Rentenversicherung: 0.093,
        Arbeitslosenversicherung: 0.013,
      },
      deductions: {},
    },
    160,
  )
  const [from] = monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
  const [employer, name] = [company(chance, 'GmbH'), person(chance)]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 50, `Abrechnung der Brutto/Netto-Bezüge für ${day(from, 'MMMM YYYY', 'de')}`, { bold: true, size: 11 })
    .row(64, [[40, 'Personal-Nr. 00118   Steuerklasse 1   SV-Nummer 12 118842 L 551']], { size: 8 })
  paper
    .at(40, 90, `*${employer}*Mühlweg 3*04109 Leipzig*`, { size: 7 })
    .stack(40, 110, ['Frau', name, 'Lindenallee 14', town(chance, 'de')])
  paper.box(40, 190, 515, 16, 0.9).row(
    202,
    [
      [46, 'Lohnart'],
      [100, 'Bezeichnung'],
      [-380, 'Menge'],
      [-460, 'Faktor'],
      [-550, 'Betrag'],
    ],
    { bold: true },
  )
  for (const [i, { current }] of wage.earnings.entries())
    paper.row(220 + i * 13, [
      [46, i ? '1300' : '1000'],
      [100, i ? 'Überstunden' : 'Stundenlohn'],
      [-460, de(wage.rate)],
      [-550, de(current)],
    ])
  paper
    .row(
      262,
      [
        [400, 'Gesamt-Brutto'],
        [-550, de(wage.gross)],
      ],
      { bold: true },
    )
    .at(46, 290, 'Steuer/Sozialversicherung', { bold: true })
  for (const [i, { label, current }] of wage.taxes.entries())
    paper.row(306 + i * 13, [
      [100, label],
      [-550, de(current)],
    ])
  paper
    .row(
      372,
      [
        [400, 'Netto-Verdienst'],
        [-550, de(wage.net)],
      ],
      { bold: true },
    )
    .row(
      392,
      [
        [400, 'Auszahlungsbetrag'],
        [-550, de(wage.net)],
      ],
      { bold: true, size: 11 },
    )
  paper.row(
    420,
    [
      [46, 'Verdienstbescheinigung'],
      [-330, 'Gesamt-Brutto Jahr'],
      [-550, de(ytd(wage, wage.gross))],
    ],
    { size: 8 },
  )
  return specimen(
    'german-wage',
    paper,
    {
      employee_name: name,
      employer_name: employer,
      gross_pay: wage.gross,
      net_pay: wage.net,
      ytd_gross_pay: ytd(wage, wage.gross),
    },
    ['pay_period_start', 'pay_period_end', 'total_taxes', 'total_deductions', 'pay_date', 'ytd_gross_pay'],
  )
}
