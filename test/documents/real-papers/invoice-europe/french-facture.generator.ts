import type { Generator } from '../../specimen.ts'
import { company, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, fr } from '../print.ts'
import { saleOf } from '../sale.ts'
import { dayOf, specimen } from './parts.ts'

/** Facture: SIRET and TVA intracommunautaire, HT, TVA and TTC, net à payer, échéance, conditions. */
export const frenchFacture: Generator = async (chance) => {
  const sale = saleOf(
    chance,
    ['Prestation de conseil', 'Développement site web', 'Hébergement annuel', 'Formation (jour)'],
    20,
  )
  const [vendor, customer, date] = [company(chance, 'SARL'), company(chance, 'SAS'), dayOf(chance)]
  const due = daysAfter(date, 30)
  const [number, vat] = [`FA${date.slice(0, 4)}${chance.digits(4)}`, `FR${chance.digits(11)}`]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 50, vendor, { size: 14, bold: true })
    .stack(
      40,
      66,
      [
        '14 rue des Merles',
        town(chance, 'fr'),
        'Tél. : 04 78 00 00 12',
        `SIRET : ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)} 00012`,
        `N° TVA intracommunautaire : ${vat}`,
      ],
      { size: 8 },
    )
  paper
    .at(340, 56, `FACTURE N° ${number}`, { size: 13, bold: true })
    .at(340, 74, `Date : ${day(date, 'DD/MM/YYYY')}`)
    .at(340, 88, `Date d'échéance : ${day(due, 'DD/MM/YYYY')}`)
  paper
    .at(340, 130, 'Client :', { size: 8 })
    .stack(340, 144, [customer, '8 quai du Port', town(chance, 'fr')], { size: 10 })
  paper.box(40, 230, 515, 18, 0.9).row(
    242,
    [
      [46, 'Désignation'],
      [-310, 'Quantité'],
      [-390, 'P.U. HT'],
      [-440, 'TVA'],
      [-550, 'Montant HT'],
    ],
    { bold: true },
  )
  let y = 264
  for (const { text, quantity, price, amount } of sale.lines) {
    paper.row(y, [
      [46, text],
      [-310, String(quantity)],
      [-390, `${fr(price)} €`],
      [-440, '20 %'],
      [-550, `${fr(amount)} €`],
    ])
    y += 17
  }
  for (const [i, [label, amount]] of [
    ['Total HT', sale.net],
    ['TVA 20 %', sale.tax],
    ['Total TTC', sale.gross],
    ['Net à payer', sale.gross],
  ].entries() as IterableIterator<[number, [string, number]]>)
    paper.row(
      y + 24 + i * 16,
      [
        [390, label],
        [-550, `${fr(amount)} €`],
      ],
      { bold: i === 3 },
    )
  paper
    .at(40, y + 24, 'Conditions de règlement : 30 jours net', { size: 8 })
    .at(40, y + 38, 'Mode de règlement : virement', { size: 8 })
    .at(40, y + 52, 'IBAN : FR14 2004 1010 0505 0001 3M02 606', { size: 8 })
  paper.prose(
    40,
    760,
    510,
    "En cas de retard de paiement, une pénalité égale à 3 fois le taux d'intérêt légal sera exigible, ainsi qu'une indemnité forfaitaire pour frais de recouvrement de 40 €. Pas d'escompte pour paiement anticipé.",
    { size: 7 },
  )
  return specimen(
    'french-facture',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      vendor_name: vendor,
      vendor_tax_id: vat,
      customer_name: customer,
      amount_due: sale.gross,
      iban: 'FR14 2004 1010 0505 0001 3M02 606',
      payment_terms: '30 jours net',
    },
    sale,
  )
}
