import { expect, test } from 'vitest'
import { ibanBeside } from '../../server/src/documents/risk/accounts/iban-beside.ts'
import { writtenPaper } from './written-paper.ts'

const told = (...texts: readonly string[]) =>
  ibanBeside(
    writtenPaper(
      'BANK_STATEMENT',
      texts.map((text, n) => [40, 700 - 14 * n, text] as const),
    ),
  ).map(({ code, severity, proof }) => [code, severity, proof])

const OTHER = [['ACCOUNT_DISAGREES', 'medium', true]]

test.each([
  [['Sort code 60-16-13', 'Account number 31926818', 'IBAN GB29 NWBK 6016 1331 9268 19']],
  [['Sort code 60-16-31 Account 31926819', 'IBAN: GB29NWBK60161331926819']],
  [['BLZ 37040044 Konto 532013900', 'IBAN DE89 3704 0044 0532 0130 00']],
  [['Kontonummer 12345678901', 'Bank 8601 Konto 8601 11 17974', 'IBAN NO93 8601 1117 947']],
])('%j is of two accounts', (texts) => expect(told(...texts)).toEqual(OTHER))

test.each([
  [['Sort code 60-16-13', 'Account number 31926819', 'IBAN GB29 NWBK 6016 1331 9268 19']],
  [['BLZ 37040044 Konto 532013000', 'IBAN DE89 3704 0044 0532 0130 00']],
  // A sub-account of the same bank, beside the account itself.
  [['Sort code 60-16-13', 'Account 31926819', 'Savings 31926820', 'IBAN GB29 NWBK 6016 1331 9268 19']],
  // An account in another money at another bank.
  [['GBP: sort code 20-00-00, account 12345678', 'EUR: IBAN DE89 3704 0044 0532 0130 00']],
  // Of two IBANs nothing tells whose account it is.
  [['Sort code 60-16-13', 'Account 31926818', 'GB29 NWBK 6016 1331 9268 19', 'DE89 3704 0044 0532 0130 00']],
  // A number without its bank is any number.
  [['Reference 31926818', 'IBAN GB29 NWBK 6016 1331 9268 19']],
  [['Sort code 60-16-13', '1 March 2025 4192 6812 1926', 'IBAN GB29 NWBK 6016 1331 9268 19']],
])('%j is in order', (texts) => expect(told(...texts)).toEqual([]))
