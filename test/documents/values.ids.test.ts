import { expect, test } from 'vitest'
import { foldBlanks, foldCase, foldInPlace } from '../../server/src/documents/extract/values/fold.ts'
import {
  findAccountNumbers,
  findBusinessNumbers,
  findEins,
  findIbans,
  findSins,
  findSsns,
} from '../../server/src/documents/extract/values/ids.ts'
import { findVatIds, isVatId } from '../../server/src/documents/extract/values/tax-ids.ts'

test('social insurance numbers, checked by Luhn', () => {
  expect(findSins('SIN 046 454 286')).toMatchObject([{ printed: '046 454 286', plain: '046454286', valid: true }])
  expect(findSins('046-454-287')).toMatchObject([{ valid: false, masked: false }])
  expect(findSins('NAS *** *** 286')).toMatchObject([{ masked: true, valid: undefined, plain: '******286' }])
  expect(findSins('phone 1-519-555-0123')).toEqual([])
})

test('US numbers, masked ones too', () => {
  expect(findSsns('SSN 123-45-6789')).toMatchObject([{ plain: '123456789' }])
  expect(findSsns('***-**-1234 and XXX-XX-5678')).toMatchObject([
    { plain: '*****1234', masked: true },
    { plain: '*****5678' },
  ])
  expect(findEins('EIN: 12-3456789')).toMatchObject([{ plain: '123456789' }])
})

test('business numbers with their programme', () => {
  expect(findBusinessNumbers('046454286 RP0001')).toMatchObject([{ plain: '046454286RP0001', valid: true }])
  expect(findBusinessNumbers('12156 1983RP')).toEqual([])
})

test('IBANs by their check digits, printed in groups or not', () => {
  expect(findIbans('IBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFF')).toMatchObject([
    { printed: 'DE89 3704 0044 0532 0130 00', valid: true },
  ])
  expect(findIbans('FR1420041010050500013M02606')).toMatchObject([{ plain: 'FR1420041010050500013M02606' }])
  expect(findIbans('DE89 3704 0044 0532 0130 01')).toEqual([])
})

test('VAT numbers by the form of the country', () => {
  expect(findVatIds('USt-IdNr. DE123456789, Amtsgericht')).toMatchObject([{ printed: 'DE123456789' }])
  expect(findVatIds('ATU12345678 FR 12 345678901')).toMatchObject([
    { plain: 'ATU12345678' },
    { plain: 'FR12345678901' },
  ])
  expect(findVatIds('CHE-123.456.789 MWST')).toMatchObject([{ plain: 'CHE123456789MWST' }])
  expect(isVatId('DE12345678')).toBe(false)
})

test('account numbers, masked or not', () => {
  expect(findAccountNumbers('Account ****1234')).toMatchObject([{ printed: '****1234', masked: true }])
  expect(findAccountNumbers('XXXX XXXX XXXX 1234')).toMatchObject([{ plain: '************1234' }])
  expect(findAccountNumbers('00123-4567890')).toMatchObject([{ plain: '001234567890' }])
})

test('folding', () => {
  expect(foldBlanks(' a\u00a0 b\u202fc\n')).toBe('a b c')
  expect(foldCase('Montant DÛ – Größe’s')).toBe("montant du - grosse's")
  expect(foldInPlace('Août ß')).toHaveLength(6)
})
