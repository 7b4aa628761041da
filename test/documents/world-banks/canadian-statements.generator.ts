import type { Generator } from '../specimen.ts'
import { bookOf, cycle, endsDay, month, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, daysAfter, en, fr, sum } from './print.ts'
import { Sheet } from './sheet.ts'

const dollars = (amount: number) => `$${en(amount)}`

/** Date once a day without its year, balance at the end of the day, opening and closing rows in the table. */
export const caChequing: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca' })
  const [name, account] = [person(chance), `${chance.digits(5)}-${chance.digits(7)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.office, HANDS.plain] })
  sheet.at(36, 44, 'Maritime Dominion Bank', { size: 15, bold: true })
  sheet.row(44, [[-576, 'Your account statement']], { size: 14 })
  sheet.row(60, [[-576, `From ${day(book.from, 'MMMM D, YYYY')} to ${day(book.to, 'MMMM D, YYYY')}`]])
  sheet.stack(36, 60, ['P.O. Box 2210 Stn A', 'Halifax NS  B3J 3C4'], { size: 7 })
  sheet.stack(60, 120, [name, ...place(chance, 'ca')])
  sheet.stack(400, 120, ['Your account number:', account], { bold: true })
  sheet.stack(400, 152, ['How to reach us:', '1 800 555-0119'], { size: 8 })
  sheet.at(36, 212, `Summary of your account for this period`, { size: 11, bold: true })
  sheet.at(36, 228, `Everyday Chequing Account ${account}`)
  sheet.pairs(48, 420, 246, [
    [`Your opening balance on ${day(book.from, 'MMMM D, YYYY')}`, dollars(book.opening)],
    ['Total deposits into your account', `+ ${en(book.credits)}`],
    ['Total withdrawals from your account', `- ${en(book.debits)}`],
    [`Your closing balance on ${day(book.to, 'MMMM D, YYYY')}`, `= ${dollars(book.closing)}`],
  ])
  sheet.at(36, 318, 'Details of your account activity', { size: 11, bold: true })
  const rows = book.moves.map((move, at) => [
    startsDay(book, at) ? day(move.date, 'D MMM') : '',
    move.lines,
    move.amount < 0 ? en(-move.amount) : '',
    move.amount > 0 ? en(move.amount) : '',
    endsDay(book, at) ? en(move.balance) : '',
  ])
  sheet.table({
    y: 338,
    columns: [
      { x: 36, head: 'Date' },
      { x: 84, head: 'Description' },
      { x: -400, head: 'Withdrawals ($)' },
      { x: -486, head: 'Deposits ($)' },
      { x: -576, head: 'Balance ($)' },
    ],
    rows: [
      ['', 'Opening Balance', '', '', en(book.opening)],
      ...rows,
      ['', 'Closing Balance', '', '', dollars(book.closing)],
    ],
    enter: (page) => {
      sheet.row(
        40,
        [
          [36, 'Your account statement'],
          [-576, `${page} of 2`],
        ],
        { size: 8 },
      )
      return 70
    },
  })
  return statement('ca-chequing', sheet, book, {
    fields: {
      total_withdrawals: -book.debits,
      bank_name: 'Maritime Dominion Bank',
      account_holder_name: name,
      account_number: account,
      currency: 'CAD',
    },
    totals: true,
  })
}

/** Description first, the date in the middle as JAN15, the period in a box as DEC 29/23 - JAN 31/24. */
export const caEveryday: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)}-${chance.digits(7)}`]
  const stamp = (iso: string) => `${day(iso, 'MMM').toUpperCase()} ${day(iso, 'DD/YY')}`
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.report, HANDS.plain, HANDS.jumbled] })
  sheet.row(
    40,
    [
      [40, 'Toronto Lakeshore'],
      [-570, 'Statement of Account'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(40, 56, ['LESLIEVILLE BRANCH', '1180 QUEEN ST EAST', 'TORONTO, ON  M4M 1L4'], { size: 7 })
  sheet.stack(60, 130, [name, ...place(chance, 'ca').map((line) => line.toUpperCase())])
  sheet
    .row(
      215,
      [
        [60, 'Statement From - To'],
        [300, 'Page'],
      ],
      { size: 7 },
    )
    .row(227, [
      [60, `${stamp(book.from)} - ${stamp(book.to)}`],
      [300, '1 OF 1'],
    ])
  sheet.row(
    245,
    [
      [60, 'Account Type'],
      [220, 'Branch No.'],
      [300, 'Account No.'],
    ],
    { size: 7 },
  )
  sheet.row(257, [
    [60, 'EVERY DAY CHEQUING ACCOUNT'],
    [220, account.slice(0, 4)],
    [300, account],
  ])
  const code = (iso: string) => day(iso, 'MMMDD').toUpperCase()
  const rows = book.moves.map((move, at) => [
    move.text.toUpperCase(),
    move.amount < 0 ? en(-move.amount) : '',
    move.amount > 0 ? en(move.amount) : '',
    code(move.date),
    endsDay(book, at) ? en(move.balance) : '',
  ])
  const end = sheet.table({
    y: 290,
    columns: [
      { x: 48, head: 'Description' },
      { x: -330, head: 'Withdrawals' },
      { x: -410, head: 'Deposits' },
      { x: 436, head: 'Date' },
      { x: -560, head: 'Balance' },
    ],
    rows: [['STARTING BALANCE', '', '', code(book.from), en(book.opening)], ...rows],
  })
  sheet.row(
    end + 16,
    [
      [48, `Credits: ${book.ins.length}`],
      [130, en(book.credits)],
      [300, `Debits: ${book.outs.length}`],
      [400, en(book.debits)],
    ],
    { size: 7 },
  )
  return statement('ca-everyday', sheet, book, {
    fields: {
      bank_name: 'Toronto Lakeshore',
      account_holder_name: name,
      account_number: account,
      total_deposits: book.credits,
      total_withdrawals: book.debits,
    },
    optional: ['closing_balance', 'currency', 'total_deposits', 'total_withdrawals', 'bank_name'],
  })
}

/** A member's statement of several accounts, each with its own table. */
export const caMember: Generator = async (chance) => {
  const span = month(chance)
  const book = bookOf(chance, { span, land: 'ca', count: chance.whole(5, 10) })
  const shares = bookOf(chance, { span, land: 'ca', count: 3, opening: 1_200 })
  const [name, member] = [person(chance), chance.digits(7)]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.browser, HANDS.plain] })
  sheet.at(40, 50, 'Prairie Sky Credit Union', { size: 17, bold: true })
  sheet.at(40, 66, 'Member Statement', { size: 12 })
  sheet.stack(40, 110, [name, ...place(chance, 'ca')])
  sheet.pairs(380, 470, 110, [
    ['Member number', member],
    ['Statement date', day(book.to, 'MMM DD, YYYY')],
    ['Period', `${day(book.from, 'MMM DD')} to ${day(book.to, 'MMM DD, YYYY')}`],
  ])
  let y = 190
  for (const [title, part] of [
    ['Chequing 100', book],
    ['Premium Savings 210', shares],
  ] as const) {
    sheet.box(36, y - 14, 540, 20, 0.88).at(40, y, title, { bold: true, size: 11 })
    y =
      sheet.table({
        y: y + 22,
        columns: [
          { x: 40, head: 'Date' },
          { x: 110, head: 'Transaction' },
          { x: -390, head: 'Debit' },
          { x: -470, head: 'Credit' },
          { x: -566, head: 'Balance' },
        ],
        rows: [
          [day(part.from, 'MMM DD'), 'Balance Forward', '', '', dollars(part.opening)],
          ...part.moves.map((move) => [
            day(move.date, 'MMM DD'),
            move.text,
            move.amount < 0 ? dollars(-move.amount) : '',
            move.amount > 0 ? dollars(move.amount) : '',
            dollars(move.balance),
          ]),
          [day(part.to, 'MMM DD'), 'Ending Balance', '', '', dollars(part.closing)],
        ],
      }) + 24
  }
  // The statement's balances are those of its first account, and so are its rows.
  return statement('ca-member', sheet, book, {
    fields: { bank_name: 'Prairie Sky Credit Union', account_holder_name: name, account_number: member },
    optional: ['currency', 'account_number'],
  })
}

/** French of Quebec: codes, fees in a column, a balance carried over. */
export const caCaisse: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'caFr' })
  const [name, folio] = [person(chance, 'fr'), chance.digits(6)]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.plain, HANDS.letters] })
  sheet.at(40, 46, 'Caisse populaire du Fleuve', { size: 13, bold: true })
  sheet.stack(40, 60, ['590, boul. Champlain', 'Québec (Québec)  G1K 4H9'], { size: 8 })
  sheet.row(46, [[-572, 'RELEVÉ DE COMPTE']], { size: 13, bold: true })
  sheet.stack(60, 130, [name, ...place(chance, 'caFr')])
  sheet.pairs(370, 470, 130, [
    ['Folio', folio],
    ['Transit', '81530'],
    ['Période', `Du ${day(book.from, 'D')} au ${day(book.to, 'D MMMM YYYY', 'fr')}`],
    ['Page', '1 de 1'],
  ])
  sheet.at(40, 214, 'Compte EOP – Épargne avec opérations (CAD)', { bold: true })
  const rows = book.moves.map((move, i) => [
    day(move.date, 'D MMM', 'fr').toUpperCase(),
    chance.pick(['ACH', 'VWW', 'RA', 'PWW']),
    move.lines,
    i === 4 ? '' : '',
    move.amount < 0 ? fr(-move.amount) : '',
    move.amount > 0 ? fr(move.amount) : '',
    fr(move.balance),
  ])
  const end = sheet.table({
    y: 234,
    columns: [
      { x: 40, head: 'Date' },
      { x: 90, head: 'Code' },
      { x: 124, head: 'Description' },
      { x: -340, head: 'Frais' },
      { x: -420, head: 'Retrait' },
      { x: -495, head: 'Dépôt' },
      { x: -572, head: 'Solde' },
    ],
    rows: [['', '', 'Solde reporté', '', '', '', fr(book.opening)], ...rows],
  })
  sheet.row(
    end + 4,
    [
      [124, 'Total'],
      [-420, fr(book.debits)],
      [-495, fr(book.credits)],
    ],
    { bold: true },
  )
  return statement('ca-caisse', sheet, book, {
    fields: {
      bank_name: 'Caisse populaire du Fleuve',
      account_holder_name: name,
      account_number: folio,
      currency: 'CAD',
    },
    totals: true,
    optional: ['account_number', 'closing_balance'],
  })
}

/** A business account: counts of debits and credits, a trailing OD never reached, cheques numbered. */
export const caBusiness: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'ca', scale: 6, count: chance.whole(20, 34) })
  const [firm, account] = [
    `${chance.digits(7)} ONTARIO INC`,
    `${chance.digits(5)} ${chance.digits(3)}-${chance.digits(3)}-${chance.digits(1)}`,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8.5, hands: [HANDS.plain, HANDS.jumbledWords] })
  const top = (page: number) => {
    sheet.row(
      40,
      [
        [36, 'Confederation Bank of Commerce'],
        [-576, `Page ${page}`],
      ],
      { bold: true },
    )
    sheet.row(54, [
      [36, 'Business Operating Account Statement'],
      [-576, `${day(book.from, 'MMM D, YYYY')} - ${day(book.to, 'MMM D, YYYY')}`],
    ])
  }
  top(1)
  sheet.stack(36, 90, [firm, ...place(chance, 'ca')])
  sheet.stack(360, 90, [
    `Account number: ${account}`,
    'Currency: CAD',
    `Statement issued: ${day(daysAfter(book.to, 1), 'MMM D, YYYY')}`,
  ])
  sheet.row(
    160,
    [
      [36, 'Opening balance'],
      [150, `${book.ins.length} credits totalling`],
      [280, `${book.outs.length} debits totalling`],
      [420, 'Closing balance'],
    ],
    { size: 8, bold: true },
  )
  sheet.row(173, [
    [36, dollars(book.opening)],
    [150, dollars(book.credits)],
    [280, dollars(book.debits)],
    [420, dollars(book.closing)],
  ])
  sheet.table({
    y: 205,
    bottom: 730,
    columns: [
      { x: 36, head: 'Date' },
      { x: 90, head: 'Transaction details' },
      { x: -370, head: ['Cheques and', 'debits ($)'] },
      { x: -465, head: ['Deposits and', 'credits ($)'] },
      { x: -570, head: 'Balance ($)' },
    ],
    rows: [
      [day(book.from, 'MM/DD/YYYY'), 'Balance forward', '', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'MM/DD/YYYY'),
        move.text,
        move.amount < 0 ? en(-move.amount) : '',
        move.amount > 0 ? en(move.amount) : '',
        en(move.balance),
      ]),
    ],
    leave: (y) => sheet.row(y, [[90, 'Continued on next page']], { size: 7 }),
    enter: (page) => {
      top(page)
      return 84
    },
  })
  return statement('ca-business', sheet, book, {
    fields: {
      bank_name: 'Confederation Bank of Commerce',
      account_holder_name: firm,
      account_number: account,
      currency: 'CAD',
    },
    totals: true,
  })
}

/** A card: both dates without year, foreign sums on a line of their own, rewards and payment boxes. */
export const caTravelCard: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'ca', owed: true, opening: chance.amount(300, 2_400) })
  const [name, card] = [person(chance).toUpperCase(), `4530 91XX XXXX ${chance.digits(4)}`]
  const due = daysAfter(book.to, 21)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.office, HANDS.report] })
  sheet.row(
    44,
    [
      [36, 'Confederation Bank of Commerce'],
      [-576, 'Aerovista Visa Infinite'],
    ],
    { size: 12, bold: true },
  )
  sheet.stack(36, 90, [name, ...place(chance, 'ca').map((line) => line.toUpperCase())])
  sheet.stack(36, 150, [
    `Card number  ${card}`,
    `Statement period  ${day(book.from, 'MMM. D, YYYY')} - ${day(book.to, 'MMM. D, YYYY')}`,
  ])
  sheet.box(330, 80, 246, 96)
  sheet.pairs(340, 500, 98, [
    ['Amount Due', dollars(book.closing)],
    ['Minimum payment', '$10.00'],
    ['Payment due date', day(due, 'MMM D, YYYY')],
    ['Credit limit', '$12,000.00'],
    ['Available credit', dollars(12_000 - book.closing)],
  ])
  const interest = 0
  sheet.pairs(340, 500, 200, [
    ['Previous balance', dollars(book.opening)],
    ['Payments and credits', `-${dollars(book.credits)}`],
    ['Purchases', dollars(book.debits)],
    ['Interest', dollars(interest)],
    ['Total balance', dollars(book.closing)],
  ])
  sheet.stack(
    36,
    200,
    [
      'Aerovista points',
      `Opening points  12,${chance.digits(3)}`,
      `Points earned  ${chance.whole(200, 900)}`,
      'If you pay only the minimum each month,',
      'it will take 9 years and 4 months to repay.',
    ],
    { size: 8 },
  )
  const rows = book.moves.map((move, i) => [
    day(move.date, 'MMM D'),
    day(move.value, 'MMM D'),
    i % 5 === 3 && move.amount < 0
      ? [move.text.toUpperCase(), `${en(sum([-move.amount * 0.7]))} USD @ 1.4${chance.digits(4)}`]
      : move.text.toUpperCase(),
    move.amount > 0 ? `-${en(move.amount)}` : en(-move.amount),
  ])
  sheet.at(36, 296, 'Your transactions', { size: 11, bold: true })
  sheet.table({
    y: 314,
    columns: [
      { x: 36, head: ['Trans', 'date'] },
      { x: 90, head: ['Post', 'date'] },
      { x: 144, head: 'Description' },
      { x: -560, head: 'Amount ($)' },
    ],
    rows: [...rows],
  })
  return statement('ca-travel-card', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Confederation Bank of Commerce',
      account_holder_name: name,
      account_number: card,
      total_deposits: book.credits,
      total_withdrawals: book.debits,
    },
    optional: ['currency', 'total_deposits', 'total_withdrawals'],
  })
}

/** A French card statement of Quebec with its payment coupon. */
export const caCarteFr: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'caFr', owed: true, opening: chance.amount(200, 1_900) })
  const [name, card] = [person(chance, 'fr'), `5258 XXXX XXXX ${chance.digits(4)}`]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    44,
    [
      [40, 'Banque Laurentide'],
      [-572, 'Relevé de compte Mastercard'],
    ],
    { size: 13, bold: true },
  )
  sheet.stack(40, 90, [name, ...place(chance, 'caFr')])
  sheet.pairs(330, 470, 90, [
    ['Numéro de compte', card],
    ['Date du relevé', day(book.to, 'D MMMM YYYY', 'fr')],
    ['Période visée', `${day(book.from, 'YYYY-MM-DD')} au ${day(book.to, 'YYYY-MM-DD')}`],
    ['Limite de crédit', '8 000,00 $'],
  ])
  sheet.row(
    190,
    [
      [40, 'Solde précédent'],
      [150, 'Paiements et crédits'],
      [280, 'Achats et débits'],
      [400, 'Nouveau solde'],
    ],
    { size: 8 },
  )
  sheet.row(
    203,
    [
      [40, `${fr(book.opening)} $`],
      [150, `- ${fr(book.credits)} $`],
      [280, `${fr(book.debits)} $`],
      [400, `${fr(book.closing)} $`],
    ],
    { bold: true },
  )
  sheet.row(226, [
    [40, 'Paiement minimum exigible'],
    [200, '10,00 $'],
    [300, 'Date d’échéance'],
    [400, day(daysAfter(book.to, 21), 'D MMMM YYYY', 'fr')],
  ])
  const end = sheet.table({
    y: 256,
    columns: [
      { x: 40, head: 'Date de transaction' },
      { x: 140, head: 'Date d’inscription' },
      { x: 240, head: 'Description' },
      { x: -560, head: 'Montant' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'MM/DD'),
      day(move.value, 'MM/DD'),
      move.text,
      move.amount > 0 ? `${fr(move.amount)} CR` : fr(-move.amount),
    ]),
  })
  sheet
    .rule(end, 36, 576, 0.3)
    .at(40, end + 14, 'Coupon de paiement – détacher et retourner avec votre paiement', { size: 8 })
  sheet.row(end + 30, [
    [40, `Nouveau solde : ${fr(book.closing)} $`],
    [240, 'Paiement minimum : 10,00 $'],
    [440, 'Montant versé :'],
  ])
  return statement('ca-carte-fr', sheet, book, {
    type: 'CREDIT_CARD_STATEMENT',
    fields: {
      bank_name: 'Banque Laurentide',
      account_holder_name: name,
      account_number: card,
      total_deposits: -book.credits,
      total_withdrawals: book.debits,
    },
    optional: ['currency'],
  })
}
