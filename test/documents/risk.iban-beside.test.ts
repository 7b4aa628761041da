import { expect, test } from 'vitest'
import { ibanBeside } from '../../server/src/documents/risk/accounts/iban-beside.ts'
import { Chance } from './chance.ts'
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

/** The same, of a statement whose account's number is read behind its name. */
const named = (account: string, ...texts: readonly string[]) =>
  ibanBeside(
    writtenPaper(
      'BANK_STATEMENT',
      texts.map((text, n) => [40, 700 - 14 * n, text] as const),
      { account_number: [account, account] },
    ),
  ).map(({ code, severity, proof, fields }) => [code, severity, proof, ...fields])

const NAMED = [['ACCOUNT_DISAGREES', 'medium', true, 'account_number']]

const digits = (chance: Chance, count: number) => `${chance.whole(1, 9)}${chance.digits(count - 1)}`

/** How a country's papers print bank and account, and the BBAN that holds them (the IBAN registry of SWIFT). */
const COUNTRIES: readonly (readonly [
  country: string,
  bank: number,
  account: number,
  lines: (bank: string, account: string) => string[],
  bban: (bank: string, account: string) => string,
])[] = [
  [
    'GB',
    6,
    8,
    (b, a) => [`Sort code ${b.slice(0, 2)}-${b.slice(2, 4)}-${b.slice(4)} Account number ${a}`],
    (b, a) => `PENC${b}${a}`,
  ],
  ['IE', 6, 8, (b, a) => [`Sort code ${b}`, `Account ${a}`], (b, a) => `AIBK${b}${a}`],
  ['DE', 8, 10, (b, a) => [`BLZ ${b} Konto ${a}`], (b, a) => `${b}${a}`],
  ['AT', 5, 11, (b, a) => [`BLZ ${b}`, `Konto ${a}`], (b, a) => `${b}${a}`],
  ['FR', 5, 11, (b, a) => [`Banque ${b} Compte ${a}`], (b, a) => `${b}00042${a}06`],
  ['ES', 8, 10, (b, a) => [`Entidad y oficina ${b.slice(0, 4)} ${b.slice(4)}`, `Cuenta ${a}`], (b, a) => `${b}84${a}`],
  ['IT', 5, 12, (b, a) => [`ABI ${b} Conto ${a}`], (b, a) => `X${b}11101${a}`],
  ['CH', 5, 12, (b, a) => [`BC-Nr. ${b} Konto ${a}`], (b, a) => `${b}${a}`],
  ['PT', 4, 11, (b, a) => [`Banco ${b} Conta ${a}`], (b, a) => `${b}0001${a}54`],
  ['BE', 3, 12, (b, a) => [`Rekening ${b}${a.slice(3)}`], (b, a) => `${b}${a.slice(3)}`],
  ['NO', 4, 11, (b, a) => [`Konto ${b}${a.slice(4)}`], (b, a) => `${b}${a.slice(4)}`],
]

/** The IBAN of a BBAN: its check digits make the whole 1 modulo 97. */
function ibanOf(country: string, bban: string): string {
  const rest = Array.from(`${bban}${country}00`, (sign) => Number.parseInt(sign, 36)).join('')
  const check = String(98n - (BigInt(rest) % 97n)).padStart(2, '0')
  return `${country}${check}${bban}`
}

test.each(COUNTRIES)(
  '%s: the account beside an IBAN is the one that it holds',
  (country, bankLength, length, lines, bban) => {
    const chance = new Chance(country.charCodeAt(0) * 31 + country.charCodeAt(1))
    const [bank, own, other] = [digits(chance, bankLength), digits(chance, length), digits(chance, length)]
    const iban = `IBAN ${ibanOf(country, bban(bank, own))}`
    const shown = (account: string, at = bank) => lines(at, account).at(-1)?.split(' ').at(-1) ?? ''
    expect(named(shown(own), ...lines(bank, own), iban)).toEqual([])
    expect(named(shown(other), ...lines(bank, other), iban)).toEqual(NAMED)
    // Of another bank it is another account: what the IBAN is for, nobody says.
    const elsewhere = digits(chance, bankLength)
    expect(named(shown(other, elsewhere), ...lines(elsewhere, other), iban)).toEqual([])
  },
)

test.each([
  // Where the IBAN is printed far away it is for something else: where to pay a loan.
  [['Sort code 60-16-13 Account number 70218834', 'a', 'b', 'c', 'd', 'IBAN GB29 NWBK 6016 1331 9268 19']],
  // The account is there as well: the other number is that of the member.
  [['Sort code 60-16-13 Account number 70218834', 'Collected by 31926819', 'IBAN GB29 NWBK 6016 1331 9268 19']],
])('%j is in order, though it names another account', (texts) => expect(named('70218834', ...texts)).toEqual([]))
