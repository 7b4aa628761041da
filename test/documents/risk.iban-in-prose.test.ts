import { expect, test } from 'vitest'
import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { ibanInProse } from '../../server/src/documents/risk/accounts/iban-in-prose.ts'
import { type ReadAs, writtenPaper } from './written-paper.ts'

const told = (text: string, type: DocumentType = 'INVOICE', read: Record<string, ReadAs> = {}) =>
  ibanInProse(writtenPaper(type, [[40, 700, text]], read)).map(({ code, severity, proof }) => [code, severity, proof])

test.each([
  'Forma de pago: transferencia a ES91 2100 0418 4502 0005 1382',
  'Please pay to DE88 3704 0044 0532 0130 00 within 30 days',
  'Payable on BE68 5390 0754 7043 with the number of the invoice',
])('%j is no account', (text) => expect(told(text)).toEqual([['IBAN_INVALID', 'medium', true]]))

test.each([
  'Forma de pago: transferencia a ES91 2100 0418 4502 0005 1332',
  'Please pay to DE89 3704 0044 0532 0130 00 within 30 days',
  // Not as long as the country's are: cut by a line's end, or no IBAN.
  'Please pay to DE88 3704 0044 0532',
  // Numbers of orders, creditors and payments.
  'Order NO20 2600 0123',
  'Creditor ES21 0011 2345 678B',
  'Reference SI12 0000 0000 5000 123',
  'Customer DE88370400440532013000',
  // Somebody's masked account.
  'Paid from DE88 3704 0044 **** **** 00',
])('%j accuses nobody', (text) => expect(told(text)).toEqual([]))

test('a statement prints other people’s accounts, as they were typed', () =>
  expect(told('To DE88 3704 0044 0532 0130 00', 'BANK_STATEMENT')).toEqual([]))

test('an account that was read is judged where it was read', () => {
  const read: Record<string, ReadAs> = { iban: ['DE88 3704 0044 0532 0130 00', 'DE88 3704 0044 0532 0130 00'] }
  expect(told('Pay to DE88 3704 0044 0532 0130 00', 'INVOICE', read)).toEqual([])
})
