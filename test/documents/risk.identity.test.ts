import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { vatCheckDigitsFail } from '../../server/src/documents/risk/vat-check.ts'
import { passesLuhn } from '../../server/src/documents/values/checksums.ts'
import { codesOf, flagNamed, flagsOf } from './risk-case.ts'

const check = (name: string, value: string) => codesOf({ type: 'T4_TAX_SLIP', fields: { [name]: value } })

test.each([
  ['social_insurance_number', '046 454 286', 'SIN_NOT_ISSUED'],
  ['social_insurance_number', '146 454 286', 'SIN_INVALID'],
  ['social_insurance_number', '130 692 54', 'SIN_INVALID'],
  ['social_insurance_number', '123-456-789', 'SIN_INVALID'],
  ['employer_account_number', '123456789RP0001', 'BUSINESS_NUMBER_INVALID'],
  ['employer_account_number', '130692544RT0001', 'BUSINESS_NUMBER_INVALID'],
  ['employer_account_number', '130692544', undefined],
  ['employer_account_number', '130692544 RP 0001', undefined],
  ['social_insurance_number', '130 692 544', undefined],
  ['employer_identification_number', '07-1234567', 'EIN_INVALID'],
  ['employer_identification_number', '12-345678', 'EIN_INVALID'],
  ['employer_identification_number', '12-3456780', undefined],
  ['employee_ssn', '666-12-3456', 'SSN_INVALID'],
  ['employee_ssn', '123-00-4567', 'SSN_INVALID'],
  ['employee_ssn', '123-45-0000', 'SSN_INVALID'],
  ['employee_ssn', '223-45-6780', undefined],
  ['employee_ssn', '***-**-6789', undefined],
  ['employee_ssn', 'XXX-XX-6789', undefined],
  ['social_insurance_number', '*** *** 286', undefined],
  ['social_insurance_number', '#130 692 544', undefined],
  // One sign for privacy hides nothing but the check digits, and one more beside them is a note's mark.
  ['social_insurance_number', '146 454 286*', 'SIN_INVALID'],
  ['social_insurance_number', '146 4*4 286', 'SIN_INVALID'],
  ['social_insurance_number', '#146 454 286', 'SIN_INVALID'],
  ['iban', 'DE88 3704 0044 0532 0130 00*', 'IBAN_INVALID'],
  ['iban', 'DE89 3704 0044 0532 0130 0*', 'IBAN_INVALID'],
  ['account_number', '*DE88 3704 0044 0532 0130 00', 'IBAN_INVALID'],
  ['account_number', 'DE89 3704 0044 *532 0130 00', 'IBAN_INVALID'],
  ['account_number', 'DE89 **** **** **** **30 00', undefined],
  ['account_number', '**** **** **** 3000', undefined],
  ['account_number', '*3000', undefined],
  ['iban', 'DE89XXXXXXXXXXXXXX3000', undefined],
  ['iban', 'DE89 3704 0044 0532 0130 00', undefined],
  ['iban', 'DE88 3704 0044 0532 0130 00', 'IBAN_INVALID'],
  ['iban', 'DE89', 'IBAN_INVALID'],
  ['account_number', 'DE88 3704 0044 0532 0130 00', 'IBAN_INVALID'],
  ['account_number', 'DE89 3704 0044 0532 0130 00', undefined],
  ['account_number', 'DE88 3704 0044 0532', undefined],
  ['account_number', '0532013000', undefined],
  ['vendor_tax_id', 'DE284619375', undefined],
  ['vendor_tax_id', 'CHE-123.456.789 MWST', undefined],
])('%s %s', (name, value, code) => {
  expect(check(name, value)).toEqual(code ? [code] : [])
})

test('check digits of a VAT number are a note: samples and templates carry invented ones', () => {
  const made = { type: 'INVOICE', fields: { vendor_tax_id: 'DE136695977' } } as const
  expect(flagNamed(made, 'VAT_ID_INVALID').severity).toBe('info')
})

test.each([
  ['iban', 'DE88 3704 0044 0532 0130 00', true],
  ['iban', 'DE88 3704 0044 0532 0130', false],
  ['recipient_tin', '666-00-2046', true],
  ['recipient_tin', '912-34-5678', undefined],
  ['recipient_tin', '07-1234567', true],
  ['recipient_tin', '***-**-2046', undefined],
  ['employee_ssn', '223-45-678', false],
])('%s %s: clear where it cannot be, unsure where it may be cut', (name, value, clear) => {
  const [flag] = flagsOf({ type: 'T4_TAX_SLIP', fields: { [name]: value } })
  expect(flag?.proof).toBe(clear)
})

test('a misread character makes any number wrong: recognised ones must be sure', () => {
  const read = (wordConfidence: number) =>
    flagNamed(
      { type: 'INVOICE', fields: { iban: 'DE88370400440532013000' }, origin: 'ocr', wordConfidence },
      'IBAN_INVALID',
    )
  expect(read(0.98)).toMatchObject({ severity: 'medium', proof: true })
  expect(read(0.93)).toMatchObject({ severity: 'low', proof: false })
})

test('a number that samples print is low, any other that cannot be is clear', () => {
  const flag = (value: string) =>
    flagNamed({ type: 'T4_TAX_SLIP', fields: { social_insurance_number: value } }, 'SIN_INVALID')
  expect(flag('123 456 789')).toMatchObject({ severity: 'low', proof: false })
  expect(flag('146 454 286')).toMatchObject({ severity: 'medium', proof: true })
})

describe('any one digit of a SIN that is changed is seen', () => {
  const sins = fc.stringMatching(/^[1-7]\d{8}$/).filter((digits) => passesLuhn(digits) && !/^(\d)\1+$/.test(digits))
  test('over all digits', () => {
    fc.assert(
      fc.property(sins, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (sin, at, by) => {
        const changed = `${sin.slice(0, at)}${(Number(sin[at]) + by) % 10}${sin.slice(at + 1)}`
        expect(check('social_insurance_number', sin)).toEqual([])
        expect(check('social_insurance_number', changed)).toContain('SIN_INVALID')
      }),
    )
  })
})

test.each([
  'FR40303265045',
  'IT00743110157',
  'BE0403170701',
  'DK13585628',
  'FI20774740',
  'LU15027442',
  'PL8567346215',
  'PT501964843',
])('%s holds, and not with its last digits turned', (id) => {
  expect(vatCheckDigitsFail(id)).toBe(false)
  expect(vatCheckDigitsFail(`${id.slice(0, -1)}${(Number(id.at(-1)) + 4) % 10}`)).toBe(true)
})

test('an account or a payroll number whose check digits fail is clear, whoever is paid there', () => {
  const severityOf = (type: 'BANK_STATEMENT' | 'T4_TAX_SLIP' | 'INVOICE', name: string, number: string, code: string) =>
    flagNamed({ type, fields: { [name]: number } }, code).severity
  expect(severityOf('BANK_STATEMENT', 'account_number', 'DE88 3704 0044 0532 0130 00', 'IBAN_INVALID')).toBe('medium')
  expect(severityOf('T4_TAX_SLIP', 'employer_account_number', '123456788RP0001', 'BUSINESS_NUMBER_INVALID')).toBe(
    'medium',
  )
  expect(severityOf('INVOICE', 'iban', 'DE88 3704 0044 0532 0130 00', 'IBAN_INVALID')).toBe('medium')
})
