import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, daysAfter, de, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const usd = (amount: number) => (amount < 0 ? `-$${en(-amount)}` : `$${en(amount)}`)

/** A bank without branches: the account's name over its rows, amounts with a plus or minus, a box of what was earned. */
export const caOnline: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ca' })
  const [name, account] = [person(chance), `40${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    50,
    [
      [40, 'clementine'],
      [-570, 'eStatement'],
    ],
    { size: 18, bold: true },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'ca')])
  sheet.stack(
    360,
    90,
    ['Clementine Bank of Canada', '3389 Steeles Avenue East', 'Toronto ON  M2H 3S8', '1-888-555-0177'],
    { size: 8 },
  )
  sheet.at(40, 180, `Here's your statement for ${day(book.from, 'MMMM YYYY')}`, { size: 13 })
  sheet.pairs(40, 260, 204, [
    ['Client number', chance.digits(9)],
    ['Statement period', `${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}`],
  ])
  sheet.at(40, 250, `Clementine Chequing Account - ${account}`, { bold: true, size: 11 })
  sheet.table({
    y: 272,
    columns: [
      { x: 40, head: 'Transaction Date' },
      { x: 140, head: 'Transaction' },
      { x: -450, head: 'Amount' },
      { x: -570, head: 'Balance' },
    ],
    rows: [
      [day(book.from, 'DD MMM YYYY'), 'Opening Balance', '', usd(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD MMM YYYY'),
        move.lines,
        `${move.amount < 0 ? '-' : '+'}$${en(Math.abs(move.amount))}`,
        usd(move.balance),
      ]),
      [day(book.to, 'DD MMM YYYY'), 'Closing Balance', '', usd(book.closing)],
    ],
    ruled: true,
  })
  return statement('ca-online', sheet, book, {
    fields: { bank_name: 'Clementine Bank of Canada', account_holder_name: name, account_number: account },
    optional: ['currency', 'bank_name'],
  })
}

/** An app's account: type, net amount and day of settlement in columns, a summary of five lines. */
export const usNeo: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', opening: chance.amount(500, 1_500) })
  const [name, account] = [person(chance), chance.digits(12)]
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'wide',
    text: 8.5,
    hands: [HANDS.browser, HANDS.letters],
  })
  sheet.at(40, 50, 'Checking Account Statement', { size: 16, bold: true })
  sheet.stack(
    40,
    72,
    [
      'Banking services provided by Granite Peak Bank, N.A.; Member FDIC',
      `Account number ${account}`,
      `Statement period ${day(book.from, 'MMMM D, YYYY')} - ${day(book.to, 'MMMM D, YYYY')}`,
    ],
    { lead: 14 },
  )
  sheet.stack(40, 130, [name, ...place(chance, 'us')])
  sheet.at(40, 190, 'Summary', { bold: true, size: 12 })
  sheet.pairs(40, 400, 208, [
    [`Beginning balance on ${day(book.from, 'MMMM D, YYYY')}`, usd(book.opening)],
    ['Deposits', usd(book.credits)],
    ['Purchases', usd(-book.debits)],
    ['Fees', '$0.00'],
    [`Ending balance on ${day(book.to, 'MMMM D, YYYY')}`, usd(book.closing)],
  ])
  sheet.at(40, 290, 'Transactions', { bold: true, size: 12 })
  sheet.table({
    y: 310,
    columns: [
      { x: 40, head: 'TRANSACTION DATE' },
      { x: 140, head: 'DESCRIPTION' },
      { x: 330, head: 'TYPE' },
      { x: -455, head: 'AMOUNT' },
      { x: -520, head: 'NET AMOUNT' },
      { x: 530, head: 'SETTLED' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'M/D/YYYY'),
      move.text.slice(0, 40),
      move.amount > 0 ? 'Deposit' : 'Purchase',
      usd(move.amount),
      usd(move.amount),
      day(move.value, 'M/D/YYYY'),
    ]),
    head: { size: 7, bold: true },
  })
  return statement('us-neo', sheet, book, {
    fields: {
      bank_name: 'Granite Peak Bank, N.A.',
      account_holder_name: name,
      account_number: account,
      currency: 'USD',
      total_deposits: book.credits,
      total_withdrawals: -book.debits,
    },
  })
}

/** A shop's card: reference numbers, sections with their totals, the interest table and the coupon above. */
export const usStoreCard: Generator = async (chance) => {
  const book = bookOf(chance, {
    span: cycle(chance),
    land: 'usCard',
    owed: true,
    opening: chance.amount(100, 900),
    count: chance.whole(5, 10),
  })
  const [name, ending] = [
    person(chance).toUpperCase(),
    `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    40,
    [
      [36, 'OUTFITTER REWARDS CREDIT CARD'],
      [-576, `Account Number: ${ending}`],
    ],
    { bold: true, size: 10 },
  )
  sheet.row(56, [
    [36, `Visit us at outfitter.example or call 1-800-555-0161`],
    [-576, `Statement Closing Date: ${day(book.to, 'MM/DD/YYYY')}`],
  ])
  sheet.at(36, 86, 'Summary of Account Activity', { bold: true })
  sheet.pairs(36, 230, 100, [
    ['Previous Balance', usd(book.opening)],
    ['- Payments', usd(book.credits)],
    ['+ Purchases/Debits', usd(book.debits)],
    ['+ Fees Charged', '$0.00'],
    ['+ Interest Charged', '$0.00'],
    ['New Balance', usd(book.closing)],
    ['Credit Limit', '$5,000.00'],
    ['Available Credit', usd(5_000 - book.closing)],
    ['Days in Billing Cycle', '30'],
  ])
  sheet.at(330, 86, 'Payment Information', { bold: true })
  sheet.pairs(330, 500, 100, [
    ['New Balance', usd(book.closing)],
    ['Total Minimum Payment Due', '$29.00'],
    ['Payment Due Date', day(daysAfter(book.to, 23), 'MM/DD/YYYY')],
  ])
  sheet.stack(60, 230, [name, ...place(chance, 'us').map((line) => line.toUpperCase())])
  let y = 300
  for (const [title, moves, sum] of [
    ['Payments', book.ins, -book.credits],
    ['Purchases and Other Debits', book.outs, book.debits],
  ] as const) {
    sheet.at(36, y, title, { bold: true })
    y = sheet.table({
      y: y + 14,
      step: 12,
      columns: [
        { x: 36, head: 'Date' },
        { x: 90, head: 'Reference #' },
        { x: 190, head: 'Description' },
        { x: -570, head: 'Amount' },
      ],
      rows: moves.map((move) => [day(move.date, 'MM/DD'), `P${chance.digits(10)}`, move.text, usd(-move.amount)]),
    })
    sheet.row(
      y,
      [
        [190, `Total ${title}`],
        [-570, usd(sum)],
      ],
      { bold: true },
    )
    y += 24
  }
  sheet.row(
    y + 10,
    [
      [36, 'Type of Balance'],
      [200, 'Annual Percentage Rate (APR)'],
      [360, 'Balance Subject to Interest Rate'],
      [-570, 'Interest Charge'],
    ],
    { bold: true },
  )
  sheet.row(y + 22, [
    [36, 'Purchases'],
    [200, '29.99% (v)'],
    [360, '$0.00'],
    [-570, '$0.00'],
  ])
  sheet.at(36, 760, 'Outfitter Rewards cards are issued by Sycamore Bank.', { size: 7 })
  return statement('us-store-card', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Sycamore Bank',
      account_holder_name: name,
      account_number: ending,
      currency: 'USD',
      statement_start_date: undefined,
      total_withdrawals: book.debits,
    },
    optional: ['bank_name', 'total_deposits'],
  })
}

/** A print spool: checks in three columns, other rows before them, no running balance. */
export const usThreeChecks: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(16, 26) })
  const checks = book.outs.filter((_, i) => i % 2 === 0)
  const others = book.moves.filter((move) => !checks.includes(move))
  const [name, account] = [person(chance).toUpperCase(), chance.digits(8)]
  const sheet = await Sheet.open(chance, { size: 'letter', face: 'mono', text: 9 })
  const cell = (i: number) => {
    const move = checks[i]
    return move ? `${day(move.date, 'MM/DD')}  ${String(4100 + i).padStart(5)}${en(-move.amount).padStart(12)}   ` : ''
  }
  const third = Math.ceil(checks.length / 3)
  sheet.stack(
    36,
    40,
    [
      `${'FIRST NATIONAL BANK OF BUFFALO GAP'.padEnd(56)}ACCOUNT: ${account}`,
      `${'BUFFALO GAP, TEXAS 79508'.padEnd(56)}PAGE: 1`,
      `${''.padEnd(56)}FROM ${day(book.from, 'MM/DD/YYYY')} TO ${day(book.to, 'MM/DD/YYYY')}`,
      '',
      `      ${name}`,
      ...place(chance, 'us').map((line) => `      ${line.toUpperCase()}`),
      '',
      '------------------------- PERSONAL CHECKING SUMMARY -------------------------',
      `PREVIOUS BALANCE                      ${en(book.opening).padStart(14)}`,
      `CREDITS (${book.ins.length})`.padEnd(38) + en(book.credits).padStart(14),
      `DEBITS (${book.outs.length})`.padEnd(38) + en(book.debits).padStart(14),
      `ENDING BALANCE                        ${en(book.closing).padStart(14)}`,
      '',
      '------------------------- DEPOSITS AND OTHER CREDITS ------------------------',
      'DATE    DESCRIPTION                                            AMOUNT',
      ...others
        .filter(({ amount }) => amount > 0)
        .map(
          (move) =>
            `${day(move.date, 'MM/DD')}   ${move.text.toUpperCase().slice(0, 46).padEnd(46)}${en(move.amount).padStart(15)}`,
        ),
      '',
      '------------------------- OTHER DEBITS --------------------------------------',
      'DATE    DESCRIPTION                                            AMOUNT',
      ...others
        .filter(({ amount }) => amount < 0)
        .map(
          (move) =>
            `${day(move.date, 'MM/DD')}   ${move.text.toUpperCase().slice(0, 46).padEnd(46)}${en(-move.amount).padStart(15)}`,
        ),
      '',
      '------------------------- CHECKS IN NUMBER ORDER ----------------------------',
      'DATE   NUMBER     AMOUNT   DATE   NUMBER     AMOUNT   DATE   NUMBER     AMOUNT',
      ...Array.from({ length: third }, (_, i) => cell(i) + cell(i + third) + cell(i + 2 * third)),
    ],
    { lead: 11.5 },
  )
  return statement('us-three-checks', sheet, book, {
    fields: { bank_name: 'FIRST NATIONAL BANK OF BUFFALO GAP', account_holder_name: name, account_number: account },
    totals: true,
    optional: ['currency'],
  })
}

/** A building society: receipts and payments, the roll number for an account number. */
export const ukSociety: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk', count: chance.whole(4, 9) })
  const [name, account] = [`${chance.pick(['Mr', 'Mrs'])} ${person(chance)}`, `${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, { face: 'serif', text: 10, hands: [HANDS.typesetter, HANDS.plain] })
  sheet.row(
    50,
    [
      [50, 'Pennine Building Society'],
      [-545, 'Savings Statement'],
    ],
    { size: 14, bold: true },
  )
  sheet.stack(50, 100, [name, ...place(chance, 'uk')])
  sheet.pairs(340, 440, 100, [
    ['Account name:', 'Easy Saver'],
    ['Account number:', account],
    ['Sort code:', '20-66-31'],
    ['Statement date:', day(book.to, 'D MMMM YYYY')],
  ])
  sheet.at(50, 200, `Transactions from ${day(book.from, 'D MMMM YYYY')} to ${day(book.to, 'D MMMM YYYY')}`, {
    bold: true,
  })
  sheet.table({
    y: 226,
    columns: [
      { x: 50, head: 'Date' },
      { x: 130, head: 'Details' },
      { x: -390, head: 'Payments (£)' },
      { x: -470, head: 'Receipts (£)' },
      { x: -545, head: 'Balance (£)' },
    ],
    rows: [
      [day(book.from, 'DD/MM/YYYY'), 'Balance brought forward', '', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YYYY'),
        move.lines,
        move.amount < 0 ? en(-move.amount) : '',
        move.amount > 0 ? en(move.amount) : '',
        en(move.balance),
      ]),
      [day(book.to, 'DD/MM/YYYY'), 'Balance carried forward', '', '', en(book.closing)],
    ],
  })
  return statement('uk-society', sheet, book, {
    fields: {
      bank_name: 'Pennine Building Society',
      account_holder_name: name,
      account_number: account,
      currency: 'GBP',
    },
  })
}

/** Ireland: the day once, BALANCE FORWARD, euros in the heads. */
export const ieCurrent: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'uk' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(8)}`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.jumbled] })
  sheet.row(
    44,
    [
      [40, 'Allied Munster Banks, p.l.c.'],
      [-555, 'Personal Bank Account'],
    ],
    { size: 12, bold: true },
  )
  sheet.stack(40, 100, [name, ...place(chance, 'ie').map((line) => line.toUpperCase())])
  sheet.row(
    60,
    [
      [330, 'Statement of Account with'],
      [-555, 'Page Number 17'],
    ],
    { size: 8 },
  )
  sheet.stack(330, 74, ['Allied Munster Banks, p.l.c.', '66 South Mall, Cork'], { size: 8 })
  sheet.row(
    180,
    [
      [40, 'Branch'],
      [110, 'National Sort Code'],
      [230, 'Account Name'],
      [380, 'Account Number'],
      [480, 'Date of Statement'],
    ],
    { size: 7 },
  )
  sheet.row(192, [
    [40, 'South Mall'],
    [110, '93-60-11'],
    [230, name],
    [380, account],
    [480, day(book.to, 'D MMMM YYYY')],
  ])
  sheet.at(
    40,
    212,
    `IBAN: IE${chance.digits(2)} ALMB 9360 11${chance.digits(2)} ${chance.digits(4)} ${chance.digits(2)} (BIC: ALMBIE2D)`,
    { size: 8 },
  )
  sheet.table({
    y: 240,
    columns: [
      { x: 40, head: 'Date' },
      { x: 110, head: 'Details' },
      { x: -395, head: 'Debit €' },
      { x: -475, head: 'Credit €' },
      { x: -555, head: 'Balance €' },
    ],
    rows: [
      [day(book.from, 'D MMM YYYY'), 'BALANCE FORWARD', '', '', en(book.opening)],
      ...book.moves.map((move, at) => [
        startsDay(book, at) ? day(move.date, 'D MMM YYYY') : '',
        move.text,
        move.amount < 0 ? en(-move.amount) : '',
        move.amount > 0 ? en(move.amount) : '',
        endsDay(book, at) ? en(move.balance) : '',
      ]),
    ],
  })
  return statement('ie-current', sheet, book, {
    fields: {
      bank_name: 'Allied Munster Banks, p.l.c.',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    optional: ['statement_start_date', 'closing_balance', 'account_number'],
  })
}

/** German: the booking day as a line over its rows, sums under `zu Ihren Lasten` and `zu Ihren Gunsten`. */
export const deGunsten: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'de' })
  const [name, iban] = [
    person(chance, 'de'),
    `DE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.office] })
  sheet.at(40, 44, 'Handelsbank Hanseatic AG', { size: 13, bold: true })
  sheet.stack(40, 90, [name, ...place(chance, 'de')])
  sheet.row(
    170,
    [
      [40, `Kontoauszug vom ${day(book.to, 'DD.MM.YYYY')}`],
      [-555, 'Auszug-Nr. 11 / Blatt-Nr. 1'],
    ],
    { bold: true, size: 11 },
  )
  sheet.row(188, [
    [40, `Klassik-Konto Nr. / IBAN ${iban}`],
    [-555, 'Währung EUR'],
  ])
  const rows = book.moves.flatMap((move, at) => [
    ...(startsDay(book, at) ? [[`Buchungsdatum: ${day(move.date, 'DD.MM.YYYY')}`]] : []),
    [
      move.lines,
      day(move.value, 'DD.MM'),
      move.amount < 0 ? `${de(-move.amount)}-` : '',
      move.amount > 0 ? de(move.amount) : '',
    ],
  ])
  const end = sheet.table({
    y: 214,
    columns: [
      { x: 40, head: 'Angaben zu den Umsätzen' },
      { x: 330, head: 'Valuta' },
      { x: -460, head: 'zu Ihren Lasten' },
      { x: -555, head: 'zu Ihren Gunsten' },
    ],
    rows: [[`Alter Kontostand vom ${day(daysAfter(book.from, -1), 'DD.MM.YYYY')}`, '', '', de(book.opening)], ...rows],
  })
  sheet.row(
    end + 6,
    [
      [40, `Neuer Kontostand vom ${day(book.to, 'DD.MM.YYYY')}`],
      [-555, de(book.closing)],
    ],
    { bold: true },
  )
  return statement('de-gunsten', sheet, book, {
    fields: { bank_name: 'Handelsbank Hanseatic AG', account_holder_name: name, account_number: iban, currency: 'EUR' },
    optional: ['statement_start_date'],
  })
}

/** An online bank in France: full dates, the balance at both ends, a sum of each column. */
export const frEnLigne: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr' })
  const [name, account] = [
    `${chance.pick(['M.', 'MME'])} ${person(chance, 'fr').toUpperCase()}`,
    `000${chance.digits(8)}`,
  ]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.browser, HANDS.report] })
  sheet.row(
    44,
    [
      [36, 'TRAMONTANE BANQUE'],
      [-560, 'Extrait de votre compte en EUR'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(330, 90, [name, ...place(chance, 'fr')])
  sheet.row(170, [[36, `Période du ${day(book.from, 'DD/MM/YYYY')} au ${day(book.to, 'DD/MM/YYYY')}`]])
  sheet.row(
    190,
    [
      [36, 'Code banque'],
      [110, 'Code guichet'],
      [190, 'Numéro de compte'],
      [300, 'Clé RIB'],
    ],
    { size: 7 },
  )
  sheet.row(201, [
    [36, '40618'],
    [110, '80260'],
    [190, account],
    [300, chance.digits(2)],
  ])
  const end = sheet.table({
    y: 226,
    columns: [
      { x: 36, head: 'Date opération' },
      { x: 116, head: 'Libellé' },
      { x: 350, head: 'Valeur' },
      { x: -480, head: 'Débit' },
      { x: -560, head: 'Crédit' },
    ],
    rows: [
      ['', `SOLDE AU : ${day(daysAfter(book.from, -1), 'DD/MM/YYYY')}`, '', '', fr(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'DD/MM/YYYY'),
        move.text,
        day(move.value, 'DD/MM/YYYY'),
        move.amount < 0 ? fr(-move.amount) : '',
        move.amount > 0 ? fr(move.amount) : '',
      ]),
    ],
  })
  sheet.row(
    end + 4,
    [
      [116, 'Montant total des opérations'],
      [-480, fr(book.debits)],
      [-560, fr(book.credits)],
    ],
    { bold: true },
  )
  sheet.row(end + 20, [[116, `Nouveau solde en EUR : ${fr(book.closing)}`]], { bold: true })
  return statement('fr-en-ligne', sheet, book, {
    fields: { bank_name: 'TRAMONTANE BANQUE', account_holder_name: name, account_number: account, currency: 'EUR' },
    totals: true,
  })
}

/** Belgium: numbered operations, the day over the text, sums with the sign behind. */
export const beExtrait: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'fr', count: chance.whole(6, 12) })
  const [name, iban] = [
    person(chance, 'fr'),
    `BE${chance.digits(2)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`,
  ]
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? '-' : '+'}`
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.letters] })
  sheet.row(
    44,
    [
      [40, 'Banque Brabançonne SA'],
      [-555, 'EXTRAIT DE COMPTE'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(330, 84, [name, ...place(chance, 'be')])
  sheet.pairs(40, 140, 84, [
    ['Compte à vue', iban],
    ['Extrait n°', '7'],
    ['Date', day(book.to, 'DD-MM-YYYY')],
    ['Devise', 'EUR'],
  ])
  sheet.row(170, [
    [40, 'Solde précédent au'],
    [140, day(book.from, 'DD-MM-YYYY')],
    [-555, mark(book.opening)],
  ])
  const end = sheet.table({
    y: 196,
    columns: [
      { x: 40, head: 'N°' },
      { x: 80, head: 'Date' },
      { x: 140, head: 'Détails' },
      { x: 410, head: 'Valeur' },
      { x: -555, head: 'Montant' },
    ],
    rows: book.moves.map((move, i) => [
      String(i + 1).padStart(4, '0'),
      day(move.date, 'DD-MM'),
      move.lines,
      day(move.value, 'DD-MM'),
      mark(move.amount),
    ]),
  })
  sheet.row(
    end + 8,
    [
      [40, 'Nouveau solde au'],
      [140, day(book.to, 'DD-MM-YYYY')],
      [-555, mark(book.closing)],
    ],
    { bold: true },
  )
  return statement('be-extrait', sheet, book, {
    fields: { bank_name: 'Banque Brabançonne SA', account_holder_name: name, account_number: iban, currency: 'EUR' },
    optional: ['statement_start_date'],
  })
}
