import { expect, test } from 'vitest'
import { couldBeName } from '../../server/src/documents/extract/labels/addressee.ts'
import { read } from './labelled-papers/read.ts'
import { type Put, pairs, table } from './labelled-papers/sheet.ts'

/** Firms are named after what captions say: a caption, a legal form or an address under a name outranks its words. */
const statement = (...holder: Put[]): Put[] => [
  ['Quillon Bank', 60, 40, 15, true],
  ...holder,
  ...pairs(
    [
      ['Account number:', '4471220198'],
      ['Statement period:', '03/01/2031 to 03/31/2031'],
      ['Beginning balance', '$1,000.00'],
      ['Ending balance', '$960.00'],
    ],
    200,
  ),
  ...table(
    [
      ['Date', 'Description', 'Withdrawals', 'Balance'],
      ['03/02', 'Alder & Sons', '40.00', '960.00'],
    ],
    300,
    [60, 150, 330, 440],
  ),
]

test.each(['Total Safety Inc', 'Maple Road Dental', 'Acme Payroll Training'])(
  'the holder %s behind its caption',
  async (name) => {
    const { fields } = await read(statement(['Account holder:', 60, 100], [name, 150, 100]))
    expect(fields).toMatchObject({ bank_name: 'Quillon Bank', account_holder_name: name })
  },
)

test.each(['Total Safety Inc', 'Maple Road Dental', 'Net Pay Solutions Ltd'])(
  'the holder %s over an address',
  async (name) => {
    const { fields } = await read(
      statement([name, 60, 100], ['4 Maple Road', 60, 112], ['HALIFAX NS B3H 1A2', 60, 124]),
    )
    expect(fields).toMatchObject({ account_holder_name: name })
  },
)

test('captions over an address are no holder', async () => {
  const { fields } = await read(
    statement(['Account address', 60, 100], ['4 Maple Road', 60, 112], ['HALIFAX NS B3H 1A2', 60, 124]),
  )
  expect(fields).not.toHaveProperty('account_holder_name')
})

const invoice = (...parties: Put[]): Put[] => [
  ['INVOICE', 60, 40, 15, true],
  ...parties,
  ['Invoice number: 2031-117', 60, 120],
  ['Invoice date: 2031-03-02', 60, 132],
  ...table(
    [
      ['Description', 'Quantity', 'Unit price', 'Amount'],
      ['Cable tray', '2', '100.00', '200.00'],
    ],
    220,
    [60, 250, 330, 440],
  ),
  ['Total', 330, 270],
  ['$200.00', 440, 270],
]

test('parties whose names begin like captions stand over their addresses', async () => {
  const { fields } = await read(
    invoice(
      ['Total Address Systems', 60, 60],
      ['12 Alder Street, Halifax NS B3H 1A1', 60, 72],
      ['Bill to:', 60, 150],
      ['Bill Payment Account Services', 60, 162],
      ['4 Maple Road, Halifax NS B3H 1A2', 60, 174],
    ),
  )
  expect(fields).toMatchObject({
    vendor_name: 'Total Address Systems',
    customer_name: 'Bill Payment Account Services',
  })
})

test('without a name at the head no caption of a column is one', async () => {
  const { fields } = await read(invoice(['12 Alder Street, Halifax NS B3H 1A1', 60, 72]))
  expect(fields).not.toHaveProperty('vendor_name')
})

test.each([
  'PART II - EMPLOYMENT DETAILS',
  'Section B Employee',
  'Teil II Angaben zur Person',
  'Partie II Salaire brut',
  'Cuadro B Datos generales',
])('what counts the parts of a form is nobody: %s', (heading) => {
  expect(couldBeName(heading)).toBe(false)
})

test('names that hold such a word stay names', () => {
  expect(couldBeName('Maria Parte Ibarra')).toBe(true)
  expect(couldBeName('Section Eight Housing Ltd')).toBe(true)
})
