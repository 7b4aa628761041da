import type { Chance } from '../chance.ts'
import { checkedIban } from '../checked-iban.ts'
import { Sheet } from '../printer/sheet.ts'
import { cells } from '../printer/table.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, month, pad, startsDay, statement } from './book.ts'
import { payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'

const usd = (amount: number) => `$${en(amount)}`
const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`

/** Portugal: a combined statement with its own words for text and days. */
export const ptExtrato: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'pt' })
  const [name, iban] = [
    person(chance, 'pt').toUpperCase(),
    checkedIban(`PT50 00${chance.digits(2)} ${chance.digits(4)} ${chance.digits(11)} ${chance.digits(2)}`),
  ]
  const sheet = await Sheet.open(chance, 'plain|report')
  sheet.print`
    46b/12: 40 Banco Comercial do Douro | 555> EXTRATO COMBINADO
    84: 330 ${name} ¶ ${place(chance, 'pt')}
    list 84: 40 | 120
    - Período de | ${day(book.from, 'YYYY/MM/DD')}
    - a | ${day(book.to, 'YYYY/MM/DD')}
    - IBAN | ${iban}
    - Moeda | EUR
    table 170: 40 DATA ¶ LANC. | 90 DATA ¶ VALOR | 140 DESCRITIVO | 390> DÉBITO | 470> CRÉDITO | 555> SALDO
    - |  | SALDO INICIAL |  |  | ${fr(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'M.DD')} | ${day(move.date, 'M.DD')} | ${move.text}
      | ${move.amount < 0 ? fr(-move.amount) : ''} | ${move.amount > 0 ? fr(move.amount) : ''}
      | ${fr(move.balance)}`,
    )}
    - |  | SALDO FINAL |  |  | ${fr(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-pt-extrato
    ${statement(book)} | bank_name Banco Comercial do Douro | account_holder_name ${name} | account_number ${iban}
      | currency EUR
    optional`
}

/** Czech: signed sums, the balance on every row. */
export const csVypis: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'cs', scale: 6 })
  const [name, account] = [person(chance, 'cs'), `${chance.digits(10)}/0300`]
  const sheet = await Sheet.open(chance, 'unicode browser|plain')
  sheet.print`
    46b/13: 40 Moravská spořitelna, a.s. | 555> Výpis z účtu
    84: 330 ${name} ¶ ${place(chance, 'cs')}
    list 84: 40 | 140
    - Číslo účtu | ${account}
    - Období | ${day(book.from, 'D.M.YYYY')} - ${day(book.to, 'D.M.YYYY')}
    - Měna | CZK
    - Počáteční zůstatek | ${fr(book.opening)}
    - Konečný zůstatek | ${fr(book.closing)}
    table 180 ruled: 40 Datum | 110 Popis | 450> Částka | 555> Zůstatek
    - ${book.moves.map((move) => [day(move.date, 'D.M.YYYY'), move.text, fr(move.amount), fr(move.balance)])}
  `
  return sheet.says`BANK_STATEMENT world-cs-vypis
    ${statement(book)} | bank_name Moravská spořitelna, a.s. | account_holder_name ${name}
      | account_number ${account} | currency CZK
    optional`
}

/** A British high-street bank: types, paid in before withdrawn, a summary box of four lines. */
export const ukWithdrawn: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk' })
  const [name, account] = [`${chance.pick(['MISS', 'MR'])} ${person(chance).toUpperCase()}`, chance.digits(8)]
  const sheet = await Sheet.open(chance, 'report|jumbled')
  sheet.print`
    46b/12: 40 Royal Bank of Lothian | 555> Select Account Statement
    90: 50 ${name} ¶ ${place(chance, 'uk').map((line) => line.toUpperCase())}
    box 330 80 225 100
    list 96/8: 340 | 460
    - Account Name | ${name}
    - Account No | ${account}
    - Sort Code | 83-19-02
    - Period Covered | ${day(book.from, 'DD MMM YYYY')} to ${day(book.to, 'DD MMM YYYY')}
    list 190: 40 | 140
    - Previous Balance | £${en(book.opening)}
    - Paid In | £${en(book.credits)}
    - Withdrawn | £${en(book.debits)}
    - New Balance | £${en(book.closing)}
    table 262: 40 Date | 100 Type | 150 Description | 400> Paid In(£) | 475> Withdrawn(£) | 555> Balance(£)
    - ${day(book.from, 'DD MMM YYYY')} |  | BROUGHT FORWARD |  |  | ${en(book.opening)}
    - ${book.moves.map(
      (move, at) => cells`${startsDay(book, at) ? day(move.date, 'DD MMM') : ''}
      | ${move.amount > 0 ? 'AC' : 'D/D'} | ${move.lines} | ${move.amount > 0 ? en(move.amount) : ''}
      | ${move.amount < 0 ? en(-move.amount) : ''} | ${en(move.balance)}`,
    )}
  `
  return sheet.says`BANK_STATEMENT world-uk-withdrawn
    ${statement(book, { totals: true })} | bank_name Royal Bank of Lothian | account_holder_name ${name}
      | account_number ${account} | currency GBP
    optional`
}

/** An American share account: dividends, amounts with a minus in front, effective and posting days. */
export const usShares: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(5, 12) })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(7)}-S0001`]
  const sheet = await Sheet.open(chance, 'letter office|browserLetters')
  sheet.print`
    46: 40b/13 Copper Basin Federal Credit Union
    62: 40/8 P.O. Box 417, Globe, AZ 85501
    110: 60 ${name} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    list 110: 360 | 470
    - Member Number | ${account.slice(0, 7)}
    - From | ${day(book.from, 'MM/DD/YYYY')}
    - Through | ${day(book.to, 'MM/DD/YYYY')}
    box 36 182 540 18 0.9
    195: 40b PRIMARY SHARE SAVINGS  ${account}
    table 220: 40 Post | 90 Eff | 140 Transaction Description | 440> Amount | 560> New Balance
    - ${day(book.from, 'MM/DD')} |  | Beginning Balance |  | ${en(book.opening)}
    - ${book.moves.map(
      (move) => cells`${day(move.date, 'MM/DD')} | ${day(move.date, 'MM/DD')} | ${move.lines}
      | ${en(move.amount)} | ${en(move.balance)}`,
    )}
    - ${day(book.to, 'MM/DD')} |  | Ending Balance |  | ${en(book.closing)}
  `
  return sheet.says`BANK_STATEMENT world-us-shares
    ${statement(book)} | bank_name Copper Basin Federal Credit Union | account_holder_name ${name}
      | account_number ${account}
    optional currency account_number`
}

/** Italy: competenze and trattenute, the net of the month in a box. */
export const itBusta: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: 'Retribuzione ordinaria 0.96 | Straordinario 15% 0.04',
    taxes: 'IRPEF 0.14',
    deductions: 'Contributo IVS 0.0919 | Fondo pensione 0.01',
  })
  const [name, employer] = [person(chance, 'it').toUpperCase(), `${firm(chance, '').toUpperCase()} S.R.L.`]
  const sheet = await Sheet.open(chance, '8.5 report|plain')
  const rows = [
    ...pay.earnings.map((line) => [line.name, '', de(line.current), '']),
    ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, '9,19', '', de(line.current)]),
  ]
  sheet.print`
    44b: 40 ${employer} | 555> PERIODO DI RETRIBUZIONE ${day(pay.from, 'MMMM YYYY', 'it').toUpperCase()}
    70/6.5: 40 CODICE DIPENDENTE | 160 COGNOME E NOME | 340 CODICE FISCALE | 460 DATA ASSUNZIONE
    81: 40 ${chance.digits(5)} | 160 ${name} | 340 SVARNL80A01F205${chance.pick(['X', 'K'])} | 460 01-09-2015
    table 110: 40 VOCI VARIABILI DEL MESE | 330> RIFERIMENTO | 440> COMPETENZE | 550> TRATTENUTE
    - ${rows}
    240/6.5: 330 TOTALE COMPETENZE | 460 TOTALE TRATTENUTE
    251: 440> ${de(pay.gross.current)} | 550> ${de(pay.taken.current)}
    box 420 262 140 30
    272: 426/6.5 NETTO DEL MESE
    286: 550>b ${de(pay.net.current)} €
  `
  return sheet.says`PAY_STUB world-it-busta
    employee_name ${name} | employer_name ${employer} | gross_pay ${pay.gross.current}
      | total_deductions ${pay.taken.current} | net_pay ${pay.net.current}
    optional pay_period_start pay_period_end`
}

/** The sums at the foot as columns, the period and the year as rows. */
export const usFoot: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: 'Salary 1',
    taxes: 'Fed Withholding 0.12 | Fed OASDI/EE 0.062 | Fed MED/EE 0.0145',
    deductions: 'Dental 0.01 | 403B 0.06',
  })
  const [name, employer] = [person(chance), `${chance.pick(['Lakeside', 'Prairie', 'Ridgeview'])} School District`]
  const sheet = await Sheet.open(chance, 'letter 8 plain|jumbledWords')
  sheet.print`
    40: 36 ${employer} ¶ ${place(chance, 'us')}
    list 40: 360 | 470
    - Pay Group: | MON-Monthly
    - Pay Begin Date: | ${day(pay.from, 'MM/DD/YYYY')}
    - Pay End Date: | ${day(pay.to, 'MM/DD/YYYY')}
    - Advice #: | ${chance.digits(9)}
    - Advice Date: | ${day(pay.paid, 'MM/DD/YYYY')}
    110: 36 ${name} ¶ ${place(chance, 'us')}
    table 180 gap 2: 36 Description | 160> Rate | 210> Hours | 270> Earnings | 330> YTD
    - ${pay.earnings.map(
      (line) => cells`${line.name} | ${en(line.rate ?? 0)} | ${en(line.hours ?? 0)}
      | ${en(line.current)} | ${en(line.ytd)}`,
    )}
    table 180 gap 2: 350 Taxes | 510> Current | 576> YTD
    - ${pay.taxes.map((line) => [line.name, en(line.current), en(line.ytd)])}
    table 250 gap 2: 36 Before-Tax Deductions | 270> Current | 330> YTD
    - ${pay.deductions.map((line) => [line.name, en(line.current), en(line.ytd)])}
    330b: 130 TOTAL GROSS | 250 TOTAL TAXES | 370 TOTAL DEDUCTIONS | 500 NET PAY
    343: 36 Current: | 130 ${en(pay.gross.current)} | 250 ${en(pay.tax.current)} | 370 ${en(pay.deducted.current)}
      | 500 ${en(pay.net.current)}
    356: 36 YTD: | 130 ${en(pay.gross.ytd)} | 250 ${en(pay.tax.ytd)} | 370 ${en(pay.deducted.ytd)}
      | 500 ${en(pay.net.ytd)}
  `
  return sheet.says`PAY_STUB world-us-foot
    ${payFields(pay, { employee_name: name, employer_name: employer })} | total_taxes ${pay.tax.current}
      | total_deductions ${pay.deducted.current} | ytd_gross_pay ${pay.gross.ytd} | ytd_net_pay ${pay.net.ytd}
    optional pay_frequency`
}

/** A lender's form that an employer fills in: numbered boxes with captions over values. */
export const verificationForm: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Inc.'),
    dated(chance),
    chance.whole(40, 130) * 1_000,
  ]
  const sheet = await Sheet.open(chance, 'letter 9 report|plain')
  sheet.print`44: 306^b/14 Request for Verification of Employment`
  const cells = [
    [36, 80, '1. To (Name and address of employer)', employer],
    [310, 80, '2. From (Name and address of lender)', 'Beacon Home Lending'],
    [36, 130, '7. Name and address of applicant', name],
    [310, 130, '8. Signature of applicant', 'on file'],
    [36, 180, "9. Applicant's date of employment", '03/11/2015'],
    [220, 180, '10. Present position', 'Estimator'],
    [400, 180, '11. Probability of continued employment', 'Good'],
    [36, 230, '12A. Current gross base pay', `${usd(income)} annually`],
    [310, 230, '14. If paid hourly, average hours per week', 'n/a'],
    [36, 280, '26. Signature of employer', 'J. Mendes'],
    [220, 280, '27. Title', 'HR Director'],
    [400, 280, '28. Date', day(date, 'MM/DD/YYYY')],
  ] as const
  for (const [x, y, caption, value] of cells) {
    sheet.print`
      box ${x - 4} ${y - 12} 170 44
      ${y}: ${x}/6.5 ${caption}
      ${y + 18}: ${x} ${value}
    `
  }
  return sheet.says`INCOME_LETTER world-verification-form
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** France: what an office for those out of work pays a day. */
export const jobOffice: Generator = async (chance) => {
  const [name, date, income] = [
    `${chance.pick(['Madame', 'Monsieur'])} ${person(chance, 'fr')}`,
    dated(chance),
    chance.amount(31, 88),
  ]
  const sheet = await Sheet.open(chance, '10.5 browser|plain')
  sheet.print`
    50: 50b/13 Agence pour l’emploi
    90: 320 ${name} ¶ ${place(chance, 'fr')}
    170: 50 Lyon, le ${day(date, 'D MMMM YYYY', 'fr')}
    196: 50b Objet : notification de droits
    224: 50<490 ${name}, nous vous informons que vous pouvez bénéficier de l’allocation d’aide au retour à
      & l’emploi. Le montant brut de votre allocation journalière est de ${fr(income)} €. Vos droits sont ouverts
      & pour une durée de 365 jours.
  `
  return sheet.says`INCOME_LETTER world-job-office
    employee_name ${name} | employer_name Agence pour l’emploi | letter_date ${date} | gross_income ${income}
    optional employer_name pay_frequency`
}

/** A trial balance: accounts with debits and credits, but no bank and nothing that moved. */
export const trialBalance: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter report|plain')
  sheet.print`
    46: 306^b/13 ${firm(chance, 'LLC')}
    62: 306^ Trial Balance
    76: 306^ As of ${day(date, 'MMMM D, YYYY')}
    table 110: 60 Account | 430> Debit | 540> Credit
    - ${['1000 Checking', '1200 Accounts Receivable', '5000 Cost of Goods Sold', '6100 Rent'].map((account) => [
      account,
      en(chance.amount(900, 40_000)),
      '',
    ])}
    - ${['2000 Accounts Payable', '4000 Sales'].map((account) => [account, '', en(chance.amount(900, 40_000))])}
    - TOTAL | ${en(90_000)} | ${en(90_000)}
  `
  return sheet.says`UNKNOWN world-trial-balance
    optional`
}
