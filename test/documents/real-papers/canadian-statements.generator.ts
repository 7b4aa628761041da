import { split } from '../printer/lists.ts'
import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { booked, lastOfDay, ledgerOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { day, daysAfter, en, month, usd } from './print.ts'
import { CANADA } from './wordings.ts'

/** A card with transaction and posting day, foreign amounts on a line of their own, negative payments. */
export const canadianCard: Generator = async (chance) => {
  const to = daysAfter(month(chance)[1], -chance.whole(5, 22))
  const from = daysAfter(to, -30)
  const ledger = ledgerOf(chance, {
    from,
    to: daysAfter(to, -3),
    owed: true,
    into: ['PAYMENT - THANK YOU / PAIEMENT - MERCI', 'NORTHERN OUTFITTER RETURN'],
    out: split`
      NORTHERN GROCER GUELPH ON | PETRO STOP 0442 KITCHENER ON | STREAMLY.COM 866-5550142 | TRANSIT FARE TORONTO ON
    `,
  })
  const name = person(chance).toUpperCase()
  const account = `4514 01** **** ${chance.digits(4)}`
  const sheet = await Sheet.open(chance, 'letter')
  const upper = (iso: string) => day(iso, 'MMM DD, YYYY').toUpperCase()
  sheet.print`
    44: 36b/13 Laurentide Bank of Canada
    62: 36/11 Laurentide Rewards Visa
    90: 36b ${name} | 140 ${account}
    90/7: ${[[-400, `STATEMENT FROM ${upper(from)} TO ${upper(to)}`]].map(([x, t]) => [Number(x), String(t)] as const)}
    118/6: 36 TRANSACTION | 90 POSTING
    126/6: 36 DATE | 90 DATE | 140 ACTIVITY DESCRIPTION | 400> AMOUNT ($)
    144b/8: 140 PREVIOUS STATEMENT BALANCE | 400> ${usd(ledger.opening)}
    y = 160:
  `
  for (const { date, text, amount } of ledger.entries) {
    sheet.print`
      y/8: 36 ${day(date, 'MMM DD').toUpperCase()} | 90 ${day(daysAfter(date, 2), 'MMM DD').toUpperCase()} | 140 ${text}
        | 400> ${usd(-amount)}
      y+9: 140/6 ${chance.digits(23)}
      y = y+21:
    `
    if (text.startsWith('STREAMLY')) {
      sheet.print`
        y-3: 140/6 Foreign Currency-USD ${en(-amount / 1.36)} Exchange rate-1.360000
        y = y+8:
      `
    }
  }
  sheet.print`y+4b/8: 140 NEW BALANCE | 400> ${usd(ledger.closing)}`
  sheet.print`
    box 420 110 160 110 0.93
    124: 428b/7 PAYMENTS & INTEREST RATES
    138/7: 428 Minimum payment | 575> $10.00
    150/7: 428 Payment due date | 575> ${upper(daysAfter(to, 21))}
    162/7: 428 Credit limit | 575> $8,500.00
    174/7: 428 Available credit | 575> $6,102.00
    186/7: 428 Annual interest rates: | 575>
    196/7: 428 Purchases | 575> 20.99%
  `
  const calc = [
    ['Previous Statement Balance', usd(ledger.opening)],
    ['Payments & credits', usd(-ledger.credits)],
    ['Purchases & debits', usd(ledger.debits)],
    ['Cash advances', '$0.00'],
    ['Interest', '$0.00'],
    ['Fees', '$0.00'],
    ['NEW BALANCE', usd(ledger.closing)],
  ]
  sheet.print`240: 428b/7 CALCULATING YOUR BALANCE`
  for (const [i, [label, amount]] of calc.entries())
    sheet.print`${254 + i * 12}${i === 6 ? 'b' : ''}/7: 428 ${label} | 575> ${amount}`
  return sheet.says`CREDIT_CARD_STATEMENT canadian-card.pdf
    bank_name Laurentide Bank of Canada | account_holder_name ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | currency CAD | ${booked(ledger, false)}
    optional total_deposits total_withdrawals currency`
}

/** A summary of four lines with signs between; the date on the first entry of a day, the balance on the last. */
export const canadianPersonal: Generator = async (chance) => {
  const to = daysAfter(month(chance)[1], -chance.whole(8, 20))
  const from = daysAfter(to, -28)
  const ledger = ledgerOf(chance, { from, to, ...CANADA, entries: chance.whole(16, 34) })
  const name = person(chance)
  const account = `${chance.digits(5)}-${chance.digits(7)}`
  const sheet = await Sheet.open(chance, 'letter sans')
  const lettered = (iso: string) => day(iso, 'MMMM D, YYYY')
  sheet.print`40: 36/8 Laurentide Bank of Canada ¶ P.O. Box 4047 Terminal A ¶ Toronto ON  M5W 1L5`
  sheet.print`
    44: 330/14 Your personal banking
    60: 330/14 account statement
    76: 330 From ${lettered(from)} to ${lettered(to)}
  `
  sheet.print`
    120: 60/9 ${name.toUpperCase()} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'ca')}
  `
  sheet.print`
    116: 330 Your account number: | 450 ${account}
    136: 330 How to reach us: | 430 1-800-555-0177
  `
  sheet.print`
    box 36 210 540 18 0.8
    222: 42b Summary of your account for this period
  `
  sheet.print`242: 42b Laurentide Day to Day Banking | 250 ${account}`
  const lines = [
    [`Your opening balance on ${lettered(from)}`, '', usd(ledger.opening)],
    ['Total deposits into your account', '+', en(ledger.credits)],
    ['Total withdrawals from your account', '-', en(ledger.debits)],
    [`Your closing balance on ${lettered(to)}`, '=', usd(ledger.closing)],
  ]
  for (const [i, [label, sign, amount]] of lines.entries())
    sheet.print`${262 + i * 15}${i === 3 ? 'b' : ''}: 42 ${label} | 330 ${sign} | 420> ${amount}`
  let y = 350
  const head = () => {
    sheet.print`
      box 36 ${y - 14} 540 18 0.8
      ${y - 2}: 42b Details of your account activity
      ${y + 16}/8: 42 Date | 90 Description | 400> Withdrawals ($) | 490> Deposits ($) | 572> Balance ($)
      rule ${y + 19} 36 576
    `
    y += 33
  }
  head()
  sheet.print`${y}b: 90 Opening Balance | 572> ${en(ledger.opening)}`
  y += 14
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    const first = ledger.entries[i - 1]?.date !== date
    sheet.print`
      ${y}: 42 ${first ? day(date, 'D MMM') : ''} | 90 ${text} | 400> ${amount < 0 ? en(-amount) : ''}
        | 490> ${amount > 0 ? en(amount) : ''} | 572> ${lastOfDay(ledger.entries, i) ? en(balance) : ''}
    `
    y += 14
    if (y > 740) {
      sheet.print`
        turn
        36/8: 36 From ${lettered(from)} to ${lettered(to)} | 576> 2 of 2
      `
      y = 70
      head()
    }
  }
  sheet.print`
    rule ${y - 10} 36 576
    ${y + 2}b: 90 Closing Balance | 572> ${usd(ledger.closing)}
  `
  return sheet.says`BANK_STATEMENT canadian-personal.pdf
    bank_name Laurentide Bank of Canada | account_holder_name ${name.toUpperCase()} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | currency CAD | ${booked(ledger)}`
}

/** Branch and account in ruled boxes, dates as MAR28 between the amounts and the balance, overdraft marked OD. */
export const canadianRuled: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['QUILLMARK  PAY', 'MOBILE DEPOSIT', 'E-TRANSFER ***k3q'],
    out: ['NORTHERN GROCER', 'HYDRO BILL  PYT', 'SEND E-TFR ***x9d', 'MONTHLY ACCOUNT FEE'],
  })
  const name = person(chance).toUpperCase()
  const [branch, account] = [chance.digits(4), `${chance.digits(4)}-${chance.digits(7)}`]
  const sheet = await Sheet.open(chance, 'letter mono 8')
  sheet.print`
    40: 40b/14 Dominion Prairie Bank | 570>b/12 Statement of Account
    90: 40 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'ca')}
    box 320 70 90 30
    box 410 70 162 30
    80/6: 324 Branch No. | 414 Account No.
    94: 324 ${branch} | 414 ${account}
    box 320 100 252 30
    110: 324/6 Account Type
    124: 324 EVERY DAY CHEQUING ACCOUNT
    box 320 130 252 30
    140: 324/6 Statement From - To
    154: 324 ${day(from, 'MMM DD/YY').toUpperCase()} - ${day(to, 'MMM DD/YY').toUpperCase()}
    box 40 190 532 18
    box 40 190 532 ${40 + 13 * (ledger.entries.length + 2)}
    202b: 46 Description | 310> Withdrawals | 400> Deposits | 420 Date | 566> Balance
  `
  for (const x of [230, 315, 405, 465]) sheet.print`box ${x} 190 0.1 ${40 + 13 * (ledger.entries.length + 2)}`
  const when = (iso: string) => day(iso, 'MMMDD').toUpperCase()
  sheet.print`222: 46 STARTING BALANCE | 420 ${when(from)} | 566> ${en(ledger.opening)}`
  sheet.print`y = 235:`
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    sheet.print`
      y: 46 ${text} | 310> ${amount < 0 ? en(-amount) : ''} | 400> ${amount > 0 ? en(amount) : ''} | 420 ${when(date)}
        | 566> ${lastOfDay(ledger.entries, i) ? en(balance) : ''}
      y = y+13:
    `
  }
  sheet.print`y+8: 46 CLOSING BALANCE | 420 ${when(to)} | 566> ${en(ledger.closing)}`
  return sheet.says`BANK_STATEMENT canadian-ruled.pdf
    bank_name Dominion Prairie Bank | account_holder_name ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | ${booked(ledger, false)}
    optional currency`
}
