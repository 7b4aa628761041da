import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, daysAfter, de, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

/** Débit and crédit, the value date between text and sums, the old balance above and the new below. */
export const frValeur: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'fr' })
  const [name, account] = [
    `${chance.pick(['M.', 'MME'])} ${person(chance, 'fr').toUpperCase()}`,
    `${chance.digits(5)} 000${chance.digits(8)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.plain, HANDS.jumbled] })
  sheet.row(
    44,
    [
      [36, 'BANQUE DES DEUX RIVES'],
      [-560, 'RELEVE DE COMPTE CHEQUES'],
    ],
    { size: 12, bold: true },
  )
  sheet.at(36, 60, `du ${day(book.from, 'D MMMM YYYY', 'fr')} au ${day(book.to, 'D MMMM YYYY', 'fr')}`)
  sheet.at(36, 78, `RIB : 30004 ${account}`)
  sheet.stack(330, 110, [name, ...place(chance, 'fr')])
  const end = sheet.table({
    y: 210,
    bottom: 750,
    columns: [
      { x: 36, head: 'Date' },
      { x: 84, head: 'Nature des opérations' },
      { x: 350, head: 'Valeur' },
      { x: -470, head: 'Débit' },
      { x: -560, head: 'Crédit' },
    ],
    rows: [
      ['', `SOLDE CREDITEUR AU ${day(book.from, 'DD.MM.YYYY')}`, '', '', fr(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD.MM'),
        move.lines,
        day(move.value, 'DD.MM'),
        move.amount < 0 ? fr(-move.amount) : '',
        move.amount > 0 ? fr(move.amount) : '',
      ]),
      ['', 'TOTAL DES OPERATIONS', '', fr(book.debits), fr(book.credits)],
      ['', `SOLDE CREDITEUR AU ${day(book.to, 'DD.MM.YYYY')}`, '', '', fr(book.closing)],
    ],
  })
  sheet.stack(
    36,
    Math.min(end + 16, 800),
    ['Montant exprimé en EUR. BANQUE DES DEUX RIVES, S.A. au capital de 2 499 597 122 euros - RCS Lyon 662 042 449'],
    { size: 6.5 },
  )
  return statement('fr-valeur', sheet, book, {
    fields: { bank_name: 'BANQUE DES DEUX RIVES', account_holder_name: name, account_number: account, currency: 'EUR' },
    totals: true,
    optional: ['account_number'],
  })
}

/** Two dates first, the old and new balance outside the table, the holder in a box. */
export const frAgricole: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr' })
  const [name, account] = [`${chance.pick(['M', 'Mme'])} ${person(chance, 'fr')}`, chance.digits(11)]
  const sheet = await Sheet.open(chance, { hands: [HANDS.report, HANDS.typesetter] })
  sheet.at(36, 40, 'Crédit Rural de la Loire', { size: 14, bold: true })
  sheet.row(
    62,
    [
      [36, 'RELEVÉ DE COMPTE'],
      [360, `Date d'arrêté : ${day(book.to, 'D MMMM YYYY', 'fr')}`],
    ],
    { bold: true },
  )
  sheet.stack(330, 100, [name, ...place(chance, 'fr')])
  sheet.at(36, 180, `Compte de Dépôt   n° ${account}`, { bold: true })
  sheet.row(
    204,
    [
      [110, `Ancien solde créditeur au ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')}`],
      [-560, fr(book.opening)],
    ],
    { bold: true },
  )
  const end = sheet.table({
    y: 224,
    columns: [
      { x: 36, head: ['Date', 'opé.'] },
      { x: 72, head: ['Date', 'valeur'] },
      { x: 110, head: 'Libellé des opérations' },
      { x: -480, head: 'Débit' },
      { x: -560, head: 'Crédit' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD.MM'),
      day(move.value, 'DD.MM'),
      move.lines,
      move.amount < 0 ? fr(-move.amount) : '',
      move.amount > 0 ? fr(move.amount) : '',
    ]),
  })
  sheet.row(
    end + 6,
    [
      [110, 'Total des opérations'],
      [-480, fr(book.debits)],
      [-560, fr(book.credits)],
    ],
    { bold: true },
  )
  sheet.row(
    end + 22,
    [
      [110, `Nouveau solde créditeur au ${day(book.to, 'DD.MM.YYYY')}`],
      [-560, `${fr(book.closing)} €`],
    ],
    { bold: true },
  )
  return statement('fr-agricole', sheet, book, {
    fields: {
      bank_name: 'Crédit Rural de la Loire',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    totals: true,
    optional: ['statement_start_date'],
  })
}

/** Operation and value date, one signed sum and the balance, a head with the IBAN. */
export const esExtracto: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'es' })
  const [name, iban] = [
    person(chance, 'es'),
    `ES${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)} ${chance.digits(10)}`,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Banco Levantino'],
      [-555, 'EXTRACTO DE CUENTA'],
    ],
    { size: 13, bold: true },
  )
  sheet.pairs(40, 140, 80, [
    ['Titular', name],
    ['IBAN', iban],
    ['Periodo', `Del ${day(book.from, 'DD/MM/YYYY')} al ${day(book.to, 'DD/MM/YYYY')}`],
    ['Divisa', 'EUR'],
  ])
  sheet.stack(380, 80, [name, ...place(chance, 'es')])
  sheet.table({
    y: 180,
    columns: [
      { x: 40, head: 'F. operación' },
      { x: 110, head: 'F. valor' },
      { x: 180, head: 'Concepto' },
      { x: -460, head: 'Importe' },
      { x: -550, head: 'Saldo' },
    ],
    rows: [
      ['', '', 'SALDO ANTERIOR', '', de(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YYYY'),
        day(move.value, 'DD/MM/YYYY'),
        move.lines,
        de(move.amount),
        de(move.balance),
      ]),
      ['', '', `SALDO A ${day(book.to, 'DD/MM/YYYY')}`, '', de(book.closing)],
    ],
  })
  return statement('es-extracto', sheet, book, {
    fields: { bank_name: 'Banco Levantino', account_holder_name: name, account_number: iban, currency: 'EUR' },
  })
}

/** Debit and credit before the text, sums of both at the foot, stamp duty of the state. */
export const itConto: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'it' })
  const [name, account] = [person(chance, 'it').toUpperCase(), chance.digits(9)]
  const sheet = await Sheet.open(chance, { face: 'serif', text: 9.5, hands: [HANDS.plain, HANDS.report] })
  sheet.row(
    46,
    [
      [40, 'Banca del Naviglio S.p.A.'],
      [-555, `ESTRATTO CONTO N. ${chance.whole(1, 12)}/${book.to.slice(0, 4)}`],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(320, 90, [`Gentile Cliente ${name}`, ...place(chance, 'it')])
  sheet.stack(40, 90, [
    `Conto corrente n. ${account}`,
    `Intestato a ${name}`,
    `Dal ${day(book.from, 'DD/MM/YYYY')} al ${day(book.to, 'DD/MM/YYYY')}`,
  ])
  const end = sheet.table({
    y: 180,
    columns: [
      { x: 40, head: ['Data', 'contabile'] },
      { x: 100, head: ['Data', 'valuta'] },
      { x: -230, head: 'Addebiti' },
      { x: -300, head: 'Accrediti' },
      { x: 316, head: 'Descrizione operazioni' },
    ],
    rows: [
      [day(book.from, 'DD/MM/YYYY'), '', '', de(book.opening), 'SALDO INIZIALE A VOSTRO CREDITO'],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YYYY'),
        day(move.value, 'DD/MM/YYYY'),
        move.amount < 0 ? de(-move.amount) : '',
        move.amount > 0 ? de(move.amount) : '',
        move.lines,
      ]),
    ],
  })
  sheet.row(
    end,
    [
      [40, 'TOTALE MOVIMENTI'],
      [-230, de(book.debits)],
      [-300, de(book.credits)],
    ],
    { bold: true },
  )
  sheet.row(
    end + 15,
    [
      [40, day(book.to, 'DD/MM/YYYY')],
      [-300, de(book.closing)],
      [316, 'SALDO FINALE A VOSTRO CREDITO IN EURO'],
    ],
    { bold: true },
  )
  return statement('it-conto', sheet, book, {
    fields: {
      bank_name: 'Banca del Naviglio S.p.A.',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    totals: true,
  })
}

/** Brazil: D and C behind the sums, the balance of the day as a row. */
export const brExtrato: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'br' })
  const [name, branch, account] = [
    person(chance, 'pt').toUpperCase(),
    chance.digits(4),
    `${chance.digits(5)}-${chance.digits(1)}`,
  ]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'D' : 'C'}`
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Banco Ipê S.A.'],
      [-555, 'Extrato de Conta Corrente'],
    ],
    { size: 13, bold: true },
  )
  sheet.pairs(40, 120, 80, [
    ['Cliente', name],
    ['Agência', branch],
    ['Conta', account],
    ['Período', `${day(book.from, 'DD/MM/YYYY')} a ${day(book.to, 'DD/MM/YYYY')}`],
  ])
  sheet.at(40, 150, 'Lançamentos (valores em R$)', { bold: true })
  sheet.table({
    y: 172,
    columns: [
      { x: 40, head: 'Data' },
      { x: 110, head: 'Histórico' },
      { x: 330, head: 'Documento' },
      { x: -470, head: 'Valor R$' },
      { x: -555, head: 'Saldo R$' },
    ],
    rows: [
      [day(book.from, 'DD/MM/YYYY'), 'SALDO ANTERIOR', '', '', mark(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YYYY'),
        move.text,
        chance.digits(6),
        mark(move.amount),
        mark(move.balance),
      ]),
      [day(book.to, 'DD/MM/YYYY'), 'SALDO FINAL', '', '', mark(book.closing)],
    ],
  })
  return statement('br-extrato', sheet, book, {
    fields: { bank_name: 'Banco Ipê S.A.', account_holder_name: name, account_number: account, currency: 'BRL' },
  })
}

/** Mexico: operation and settlement day as 05/ENE, charges and deposits, two balances. */
export const mxEstado: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'mx' })
  const [name, account] = [person(chance, 'es').toUpperCase(), chance.digits(10)]
  const code = (iso: string) => `${day(iso, 'DD')}/${day(iso, 'MMM', 'es').toUpperCase()}`
  const money = (amount: number) => `$ ${en(amount)}`
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.plain, HANDS.office] })
  sheet.row(
    44,
    [
      [36, 'BANCO DEL BAJIO NORTE, S.A.'],
      [-576, 'Estado de Cuenta'],
    ],
    { size: 12, bold: true },
  )
  sheet.stack(36, 84, [name, ...place(chance, 'mx'), `R.F.C. ROXA${chance.digits(6)}A12`])
  sheet.pairs(340, 450, 84, [
    ['Periodo', `DEL ${day(book.from, 'DD/MM/YYYY')} AL ${day(book.to, 'DD/MM/YYYY')}`],
    ['Fecha de corte', day(book.to, 'DD/MM/YYYY')],
    ['No. de cuenta', account],
    ['CLABE', chance.digits(18)],
    ['Moneda', 'PESOS MXN'],
  ])
  sheet.at(36, 180, 'Resumen de movimientos', { bold: true })
  sheet.pairs(36, 180, 196, [
    ['Saldo anterior', money(book.opening)],
    ['Depósitos / Abonos (+)', money(book.credits)],
    ['Retiros / Cargos (-)', money(book.debits)],
    ['Saldo final', money(book.closing)],
    ['Saldo promedio', money(book.opening)],
  ])
  sheet.table({
    y: 294,
    columns: [
      { x: 36, head: 'OPER' },
      { x: 84, head: 'LIQ' },
      { x: 132, head: 'DESCRIPCIÓN' },
      { x: -400, head: 'CARGOS' },
      { x: -480, head: 'ABONOS' },
      { x: -572, head: 'SALDO' },
    ],
    rows: book.moves.map((move) => [
      code(move.date),
      code(move.value),
      move.lines,
      move.amount < 0 ? en(-move.amount) : '',
      move.amount > 0 ? en(move.amount) : '',
      en(move.balance),
    ]),
  })
  return statement('mx-estado', sheet, book, {
    fields: {
      bank_name: 'BANCO DEL BAJIO NORTE, S.A.',
      account_holder_name: name,
      account_number: account,
      currency: 'MXN',
    },
    totals: true,
  })
}
