import { expect, test } from 'vitest'
import { codesOf, flagNamed } from './risk-case.ts'

const bill = (invoice_date: string, due_date: string, payment_terms: string) => ({
  type: 'INVOICE' as const,
  fields: { invoice_date, due_date, payment_terms, currency: 'EUR' },
})

test.each([
  ['2025-05-14', '2025-07-13', 'Net 30'],
  ['2025-05-14', '2025-05-19', '14 days'],
  ['2025-05-14', '2025-08-14', 'zahlbar innerhalb von 14 Tagen ohne Abzug'],
  ['2025-05-14', '2025-09-14', '30 jours'],
  ['2025-05-14', '2025-09-14', '10 or 45 days'],
])('an invoice of %s that is due on %s is not one of "%s"', (written, due, terms) =>
  expect(flagNamed(bill(written, due, terms), 'DUE_AGAINST_TERMS')).toMatchObject({ severity: 'medium', proof: true }),
)

test.each([
  ['2025-05-14', '2025-06-13', 'Net 30'],
  // The day after a weekend.
  ['2025-05-14', '2025-06-16', 'Net 30'],
  ['2025-05-14', '2025-05-24', '3 % Skonto bei Zahlung in 10 Tagen, 30 Tage netto'],
  ['2025-05-14', '2025-06-30', '30 days end of month'],
  ['2025-05-14', '2025-06-30', '30 jours fin de mois'],
  ['2025-05-14', '2025-06-12', '14 Werktage nach Erhalt, nicht 14 Tage'],
  // Nothing is said of days.
  ['2025-05-14', '2025-07-30', 'by bank transfer, account 14'],
  ['2025-05-14', '2025-07-30', '2 % cash'],
  ['2025-05-14', '2025-07-30', 'innerhalb von 10 Tagen 2 % Skonto'],
  ['2025-05-14', '2025-07-30', 'Net 9 550,00'],
])('an invoice of %s that is due on %s is in order with "%s"', (written, due, terms) =>
  expect(codesOf(bill(written, due, terms))).not.toContain('DUE_AGAINST_TERMS'),
)

test('a day and a month that could be one another are read both ways', () => {
  const fields = { invoice_date: '2025-02-01', due_date: '2025-03-03', payment_terms: 'Net 30', currency: 'USD' }
  expect(codesOf({ type: 'INVOICE', fields })).not.toContain('DUE_AGAINST_TERMS')
})
