import { expect, test } from 'vitest'
import { hasLegalForm } from '../../server/src/documents/extract/labels/legal-form.ts'
import { anyOf, PAPERS } from '../../server/src/documents/vocabulary/papers.ts'
import { read } from './labelled-papers/read.ts'
import { table } from './labelled-papers/sheet.ts'

test('rows of the stub that hangs on a cheque are no line of its code', async () => {
  const { type, fields } = await read([
    ['Alder Tools Inc.', 40, 40, 13, true],
    ['Check No. 20418', 420, 40],
    ['Pay to the order of', 40, 100, 8],
    ['Bramble Freight LLC', 140, 100],
    ['$***1,250.00', 470, 100],
    ['One thousand two hundred fifty and 00/100 dollars', 40, 124],
    ['Memo freight', 40, 160],
    ...table([['100234', '01/15/2031', '1,250.00', '0.00', '1,250.00']], 240, [40, 120, 220, 300, 380]),
  ])
  expect(type).toBe('CHEQUE')
  expect(fields.cheque_number).not.toBe('100234')
})

test('what is eaten is paid with no cheque', async () => {
  const { type } = await read([
    ['The Copper Ladle', 40, 40, 14, true],
    ['GUEST CHECK', 40, 60, 12, true],
    ['Server Ida   Table 12', 40, 80],
    ['Soup', 40, 110],
    ['$8.50', 300, 110],
    ['Total', 40, 140],
    ['$8.50', 300, 160],
  ])
  expect(type).not.toBe('CHEQUE')
})

const UTILITY = PAPERS.find((paper) => paper.type === 'UTILITY_BILL')

test.each([
  ['vyuctovanie elektriny', true],
  ['vyuctovanie dodavky plynu', true],
  ['factura de energie', true],
  ['factura de energie electrica', true],
  ['riverside water utility', false],
])('%s is the title of a utility bill: %s', (text, is) => {
  expect(anyOf(UTILITY?.titles ?? []).test(text)).toBe(is)
})

test('square feet are no legal form', () => {
  expect(hasLegalForm('Floor tiles 450 SF')).toBe(false)
  expect(hasLegalForm('Nordkraft SF')).toBe(true)
})

test('hours of a week do not say how often one is paid', async () => {
  const paid = async (line: string) =>
    (
      await read([
        ['Pay stub', 40, 30, 14, true],
        ['Alder Tools Inc.', 40, 50],
        [line, 40, 66],
        ['Gross pay', 40, 120],
        ['2,000.00', 300, 120],
        ['Deductions', 40, 136],
        ['500.00', 300, 136],
        ['Net pay', 40, 152],
        ['1,500.00', 300, 152],
      ])
    ).fields.pay_frequency
  expect(await paid('Std 37.5 weekly hours')).toBeUndefined()
  expect(await paid('Employee 10442 Weekly staff')).toBe('Weekly')
})
