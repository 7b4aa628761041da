import { expect, test } from 'vitest'
import { passesLuhn } from '../../server/src/documents/values/checksums.ts'
import { foldBlanks, foldCase, foldInPlace } from '../../server/src/documents/values/fold.ts'
import { findIbans } from '../../server/src/documents/values/ids.ts'
import { findVatIds, isVatId } from '../../server/src/documents/values/tax-ids.ts'

test('check digits of social insurance and business numbers', () => {
  expect(passesLuhn('046454286')).toBe(true)
  expect(passesLuhn('046454287')).toBe(false)
  expect(passesLuhn('046 454 286')).toBe(false)
})

test('IBANs by their check digits, printed in groups or not', () => {
  expect(findIbans('IBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFF')).toMatchObject([
    { printed: 'DE89 3704 0044 0532 0130 00', valid: true },
  ])
  expect(findIbans('FR1420041010050500013M02606')).toMatchObject([{ plain: 'FR1420041010050500013M02606' }])
  expect(findIbans('DE89 3704 0044 0532 0130 01')).toEqual([])
  expect(findIbans('DE21 7700 **** **** **** 34')).toMatchObject([{ masked: true, valid: undefined }])
  expect(findIbans('DE89 3704 0044 0532 0130 0*')).toEqual([])
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

test('folding', () => {
  expect(foldBlanks(' a\u00a0 b\u202fc\n')).toBe('a b c')
  expect(foldCase('Montant DÛ – Größe’s')).toBe("montant du - grosse's")
  expect(foldInPlace('Août ß')).toHaveLength(6)
})
