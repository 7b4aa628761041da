import { split } from '../printer/lists.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { booked, ledgerOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { day, en, lakh, month } from './print.ts'

/** BSB and account number, each balance with CR behind it, the sum of the period as one row at the end. */
export const australianAccess: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['Salary QUILLMARK SYSTEMS', 'Transfer from L FAIRWEATHER'],
    out: split`
      GREENGROCER GEELONG VIC Card xx4471 | Direct Debit 118822 HEALTHCO | Transfer to other Bank NetBank
      | Wdl ATM WATTLE BANK
    `,
  })
  const name = person(chance).toUpperCase()
  const [bsb, account] = [`06 ${chance.digits(4)}`, chance.digits(8)]
  const sheet = await Sheet.open(chance, 'a4')
  sheet.print`
    44: 40b/16 Wattle Bank
    60: 40/7 Wattle Bank of Australia Limited ¶ ABN 48 555 123 124
    44: 340b/16 Your Statement
  `
  const facts = [
    ['Statement 14', '(Page 1 of 2)'],
    ['Account Number', `${bsb} ${account}`],
    ['Statement Period', `${day(from, 'D MMM YYYY')} - ${day(to, 'D MMM YYYY')}`],
    ['Closing Balance', `$${en(ledger.closing)} CR`],
    ['Enquiries', '13 5555'],
  ]
  for (const [i, [label, value]] of facts.entries())
    sheet.print`
      ${74 + i * 15}: 340 ${label} | 555> ${value}
      rule ${78 + i * 15} 340 555 0.3
    `
  sheet.print`
    130: 50 ${name} ¶ ${street(chance).toUpperCase()} ¶ ${town(chance, 'au')}
    220: 40b/12 Smart Access
    234: 40<500/8 Enjoy unlimited withdrawals plus the flexibility of a linked debit card. If this account has an
      & attached overdraft limit or facility, you should check that these details are included.
    268: 40 Name: | 110 ${name}
    282: 40 Note: | 110 Have you checked your statement today?
    310b: 40 Date | 90 Transaction | 380> Debit | 460> Credit | 555> Balance
    rule 314 40 555
    328: 40 ${day(from, 'DD MMM')} | 90 ${from.slice(0, 4)} OPENING BALANCE | 555> $${en(ledger.opening)} CR
    y = 342:
    y = list y step 14: 40 | 90 | 380> | 460> | 555>
    - ${ledger.entries.map(
      ({ date, text, amount, balance }) => cells`${day(date, 'DD MMM')} | ${text}
      | ${amount < 0 ? en(-amount) : ''} | ${amount > 0 ? `$${en(amount)}` : ''} | $${en(balance)} CR`,
    )}
    y: 40b ${day(to, 'DD MMM')} | 90b ${to.slice(0, 4)} CLOSING BALANCE | 555>b $${en(ledger.closing)} CR
    y+30b/8: 150> Opening balance | 260> - Total debits | 380> + Total credits | 555> = Closing balance
    y+44/8: 150> $${en(ledger.opening)} CR | 260> $${en(ledger.debits)} | 380> $${en(ledger.credits)}
      | 555> $${en(ledger.closing)} CR
  `
  return sheet.says`BANK_STATEMENT australian-access.pdf
    account_holder_name ${name} | account_number ${bsb} ${account} | statement_start_date ${from}
      | statement_end_date ${to} | currency AUD | ${booked(ledger)}
    optional bank_name`
}

/** Narration over two lines, cheque reference, value date, amounts in lakhs, the summary with counts at the end. */
export const indianSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    opening: chance.amount(40_000, 640_000),
    into: ['NEFT CR-BKID0000443-QUILLMARK SYSTEMS PVT-SALARY', 'UPI-LEONIE F-LEONIE@OKBANK-50021'],
    out: split`
      UPI-ANNAPURNA STORES-Q551@YBL-40221 | POS 4471XXXXXXXX1120 BIG KITCHEN | ATW-4471XX-PUNE-S1ANPN02
      | IMPS-50221-BRACKENFIELD RENT
    `,
  })
  const name = person(chance).toUpperCase()
  const account = chance.digits(14)
  const sheet = await Sheet.open(chance, 'a4 7')
  sheet.print`
    40: 30b/15 SAHYADRI BANK | 565> Page No .:   1
    70: 30/8 MR. ${name} ¶ 14 LAXMI NAGAR ¶ FLAT 302 GULMOHAR APTS ¶ PUNE - 411009 ¶ MAHARASHTRA INDIA
    150: 30 JOINT HOLDERS :
  `
  const facts = [
    ['Account Branch', 'KOTHRUD'],
    ['City', 'PUNE 411038'],
    ['State', 'MAHARASHTRA'],
    ['Phone no.', '18005550100'],
    ['Currency', 'INR'],
    ['Cust ID', chance.digits(8)],
    ['Account No', account],
    ['A/C Open Date', '12/06/2016'],
    ['Account Status', 'Regular'],
    ['RTGS/NEFT IFSC', 'SAHY0000443'],
    ['MICR', '411240012'],
  ]
  sheet.print`
    list 66 step 10: 330 | 400
    - ${facts.map(([label, value]) => [label, `: ${value}`])}
    176: 30 Statement From      : ${day(from, 'DD/MM/YYYY')}      To      : ${day(to, 'DD/MM/YYYY')}
    box 28 190 540 14
    200b: 32 Date | 75 Narration | 270 Chq./Ref.No. | 350 Value Dt | 440> Withdrawal Amt. | 500> Deposit Amt.
      | 566> Closing Balance
  `
  let y = 216
  for (const { date, text, amount, balance } of ledger.entries) {
    sheet.print`
      ${y}: 32 ${day(date, 'DD/MM/YY')} | 75 ${text.slice(0, 34)} | 270 0000${chance.digits(12)}
        | 350 ${day(date, 'DD/MM/YY')} | 440> ${amount < 0 ? lakh(-amount) : ''}
        | 500> ${amount > 0 ? lakh(amount) : ''} | 566> ${lakh(balance)}
    `
    if (text.length > 34) sheet.print`${y + 9}: 75 ${text.slice(34)}`
    y += text.length > 34 ? 21 : 13
  }
  const [debits, credits] = [-1, 1].map((sign) =>
    String(ledger.entries.filter(({ amount }) => amount * sign > 0).length),
  )
  sheet.print`
    ${y + 16}: 30b STATEMENT SUMMARY  :-
    ${y + 30}b: 110> Opening Balance | 200> Dr Count | 290> Cr Count | 380> Debits | 470> Credits | 560> Closing Bal
    ${y + 42}: 110> ${lakh(ledger.opening)} | 200> ${debits} | 290> ${credits} | 380> ${lakh(ledger.debits)}
      | 470> ${lakh(ledger.credits)} | 560> ${lakh(ledger.closing)}
    ${y + 66}: 30 Generated On: 02-APR-2024 11:20:14    This is a computer generated statement and does not require
      & signature.
  `
  return sheet.says`BANK_STATEMENT indian-savings.pdf
    bank_name SAHYADRI BANK | account_holder_name MR. ${name} | account_number ${account}
      | statement_start_date ${from} | statement_end_date ${to} | currency INR | ${booked(ledger)}`
}

/** Withdrawal (-), Deposit (+); carried and brought forward over the page's turn; totals on the last line. */
export const singaporeSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 26,
    into: ['Salary QUILLMARK SYSTEMS', 'FAST Payment / Receipt', 'Interest Earned'],
    out: split`
      Debit Card Transaction | Funds Transfer | GIRO Payment SP SERVICES | Point-of-Sale Transaction or Proceeds
    `,
  })
  const name = person(chance).toUpperCase()
  const account = `${chance.digits(3)}-${chance.digits(5)}-${chance.digits(1)}`
  const sheet = await Sheet.open(chance, 'a4 8')
  sheet.print`
    40: 40b/12 STRAITS MERCHANT BANK | 555>/12 Consolidated Statement
    90: 40 ${name} ¶ BLK 118 #04-22 KALLANG WAY ¶ SINGAPORE 349118
      | 380b Account Summary as at ${day(to, 'D MMM YYYY')}
    170: 40 Deposits | 555> SGD ${en(ledger.closing)}
    200b: 40 Account Details | 555> As at ${day(to, 'D MMM YYYY')}
  `
  let y = 226
  const head = () => {
    sheet.print`
      ${y}b: 40 Savings Account | 555> Account No. ${account}
      ${y + 18}b: 40 Date | 100 Description | 390> Withdrawal (-) | 470> Deposit (+) | 555> Balance
      rule ${y + 22} 40 555
      ${y + 32}: 555> SGD
    `
    y += 46
  }
  head()
  sheet.print`
    ${y}: 40 ${day(from, 'DD/MM/YYYY')} | 100 Balance Brought Forward | 555> ${en(ledger.opening)}
  `
  y += 16
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    sheet.print`
      ${y}: 40 ${day(date, 'DD/MM/YYYY')} | 100 ${text} | 390> ${amount < 0 ? en(-amount) : ''}
        | 470> ${amount > 0 ? en(amount) : ''} | 555> ${en(balance)}
      ${y + 10}: 100 REF ${chance.digits(6)} 4471
    `
    y += 24
    if (i !== 17) continue
    sheet.print`
      ${y}b: 100 Balance Carried Forward | 555> ${en(balance)}
      turn
    `
    y = 60
    head()
    sheet.print`${y}b: 100 Balance Brought Forward | 555> ${en(balance)}`
    y += 16
  }
  sheet.print`
    rule ${y - 4} 40 555
    ${y + 8}b: 100 Total Balance Carried Forward in SGD: | 390> ${en(ledger.debits)} | 470> ${en(ledger.credits)}
      | 555> ${en(ledger.closing)}
  `
  return sheet.says`BANK_STATEMENT singapore-savings.pdf
    bank_name STRAITS MERCHANT BANK | account_holder_name ${name} | account_number ${account}
      | statement_end_date ${to} | statement_start_date ${from} | currency SGD | ${booked(ledger)}
    optional statement_start_date`
}
