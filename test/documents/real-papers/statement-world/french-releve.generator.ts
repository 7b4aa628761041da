import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, fr } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Relevé de compte: operation day and value day, Débit and Crédit, old and new balance as SOLDE CREDITEUR AU. */
export const frenchReleve: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['VIR SEPA RECU /DE QUILLMARK SARL', 'REMISE CHEQUE 0021'],
    out: [
      'PAIEMENT CB 0203 SUPERETTE LYON',
      'PRLV SEPA ENERGIES RHONE',
      'RETRAIT DAB 1103 LYON 3',
      'COTISATION MENSUELLE',
    ],
  })
  const name = `${chance.pick(['M', 'MME'])} ${person(chance).toUpperCase()}`
  const account = `0000${chance.digits(7)}`
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper.at(40, 44, 'BANQUE DES TERREAUX', { size: 14, bold: true })
  paper
    .at(40, 76, 'RELEVE DE COMPTE', { size: 12, bold: true })
    .at(40, 92, `du ${day(from, 'D MMMM YYYY', 'fr')} au ${day(to, 'D MMMM YYYY', 'fr')}`)
  paper.stack(330, 120, [name, '14 RUE DES MERLES', town(chance, 'fr')])
  paper
    .at(40, 120, 'COMPTE DE CHEQUES', { bold: true })
    .at(40, 134, `RIB : 30004 00812 ${account} 51`)
    .at(
      40,
      146,
      `IBAN : FR76 3000 4008 12${account.slice(0, 2)} ${account.slice(2, 6)} ${account.slice(6, 10)} ${account.slice(10)}51`,
    )
    .at(40, 158, 'Monnaie du compte : EUR')
  paper
    .row(
      210,
      [
        [44, 'Date'],
        [80, 'Nature des opérations'],
        [360, 'Valeur'],
        [-470, 'Débit'],
        [-550, 'Crédit'],
      ],
      { bold: true },
    )
    .box(40, 198, 515, 18)
  paper.row(
    232,
    [
      [80, `SOLDE CREDITEUR AU ${day(daysAfter(from, -1), 'DD.MM.YYYY')}`],
      [-550, fr(ledger.opening)],
    ],
    { bold: true },
  )
  let y = 248
  for (const { date, text, amount } of ledger.entries) {
    paper.row(y, [
      [44, day(date, 'DD.MM')],
      [80, text],
      [360, day(date, 'DD.MM')],
      [-470, amount < 0 ? fr(-amount) : ''],
      [-550, amount > 0 ? fr(amount) : ''],
    ])
    y += 14
  }
  paper.row(
    y + 4,
    [
      [80, 'TOTAL DES OPERATIONS'],
      [-470, fr(ledger.debits)],
      [-550, fr(ledger.credits)],
    ],
    { bold: true },
  )
  paper.row(
    y + 20,
    [
      [80, `SOLDE CREDITEUR AU ${day(to, 'DD.MM.YYYY')}`],
      [-550, fr(ledger.closing)],
    ],
    { bold: true },
  )
  return specimen('french-releve', paper, {
    fields: {
      bank_name: 'BANQUE DES TERREAUX',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'EUR',
    },
    ledger,
    optional: ['account_number'],
  })
}
