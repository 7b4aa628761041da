import { expect, test } from 'vitest'
import { paySaid } from '../../server/src/documents/risk/pay-said.ts'
import { writtenPaper } from './written-paper.ts'

const told = (...lines: string[]) => {
  const texts = lines.map((text, n) => [40, 700 - 14 * n, text] as const)
  return paySaid(writtenPaper('INCOME_LETTER', texts)).map(({ code, severity }) => `${severity} ${code}`)
}

const DISAGREES = ['medium PAY_SAID_TWICE']

test.each([
  ['Her annual base salary is $126,500.00, which is $7,208.33 gross per month.'],
  ['Her annual base salary is', '$126,500.00, which is $7,208.33 gross', 'per month, paid semi-monthly.'],
  ['She earns £2,400.00 per month (£22,800.00 per annum).'],
  [
    'The annual gross salary of Ada Merrow is $88,600.00, paid monthly in the amount of $7,050.00',
    'before deductions.',
  ],
  ['Her annual salary is $66,000.00, paid bi-weekly in the amount of $2,000.00 and a monthly stipend.'],
  ['Her annual salary is $60,000.00, which is $6,000.00 per month.'],
  ['Her current annual salary is $81,500.00, paid', 'biweekly in the gross amount of $2,365.38.'],
  ['Her annual salary is $81,500.00, paid every two weeks in equal instalments of $2,365.38.'],
  ['His pay is £46,000.00 per annum, paid in arrears, which is £3,400.00', 'each month before any deductions.'],
  ['Il perçoit un salaire annuel brut de 54 200,00 €, soit 3 516,67 € par mois.'],
  ['Sein Bruttojahresgehalt beträgt 62.400,00 EUR, das entspricht 4.200,00 EUR monatlich.'],
])('one of two was changed: %s', (...lines) => expect(told(...lines)).toEqual(DISAGREES))

test.each([
  ['Her annual base salary is $86,500.00, which is $7,208.33 gross per month.'],
  ['She earns £2,400.00 per month (£28,800.00 per annum).'],
  [
    'The annual gross salary of Ada Merrow is $84,600.00, paid monthly in the amount of $7,050.00',
    'before deductions.',
  ],
  ['The annual salary is $84,600.00. A car allowance is paid monthly in the amount of $500.00.'],
  ['The annual salary is $84,600.00, with an allowance paid monthly in the amount of $500.00.'],
  // Fourteen months' pay.
  ['Sein Bruttojahresgehalt beträgt 58.800,00 EUR, das entspricht 4.200,00 EUR monatlich.'],
  ['Her salary is $86,500.00 per year, or $3,326.92 bi-weekly.'],
  ['Her current annual salary is $61,500.00, paid', 'biweekly in the gross amount of $2,365.38.'],
  // Another sum than the whole pay.
  ['Her annual salary is $86,500.00, or $5,100.00 net per month.'],
  ['Her annual salary is $86,500.00 with a bonus of up to $500.00 per month.'],
  ['Her annual salary is $86,500.00. Rent is $2,100.00 per month.'],
  // A school's year has ten months; some have 27 fortnights.
  ['Her annual salary is $60,000.00, paid monthly in payments of $6,000.00.'],
  ['Her annual salary is $60,000.00, paid bi-weekly in payments of $2,857.14.'],
  ['Her annual salary is $54,000.00, or $2,000.00 bi-weekly.'],
  ['Her annual salary is $60,000.00, paid bi-monthly in instalments of $2,500.00.'],
  ['Her annual salary is $60,000.00, paid twice monthly in instalments of $2,500.00.'],
  ['Her annual salary is $52,000.00, paid bi-weekly in the amount of $2,000.00 and a monthly stipend.'],
  // How many hours a year has is not said; a week's hours are no pay.
  ['She works full time (40 hours per week). Her pay is $26.50 per hour, which equals $55,120.00 annually.'],
  ['He works 35 hours a week. He earns £14.20 an hour, which is £25,844.00 per annum.'],
  // How often it is paid says nothing of what it comes to.
  ['Her annual salary is $86,500.00, paid semi-monthly.'],
])('in order: %s', (...lines) => expect(told(...lines)).toEqual([]))
