import { expect, test } from 'vitest'
import { findDueDate } from '../../server/src/documents/extract/invoice/dates.ts'
import { findPurchaseOrder } from '../../server/src/documents/extract/invoice/identifiers.ts'
import { readLineItems } from '../../server/src/documents/extract/invoice/line-items.ts'
import { findParties } from '../../server/src/documents/extract/invoice/parties.ts'
import { mayBeName, nameWords } from '../../server/src/documents/extract/invoice/party-name.ts'
import { findTaxIds } from '../../server/src/documents/extract/invoice/tax-ids.ts'
import { UNKNOWN_STYLE } from '../../server/src/documents/values/amount.ts'
import { type Written, wordsOf, writtenPage } from './written-page.ts'

test('the account says which of two addresses is the seller’s', () => {
  const page = writtenPage([
    [40, 780, 'Weserkontor GmbH'],
    [40, 768, 'Am Deich 4'],
    [40, 756, '28199 Bremen'],
    [40, 744, 'VAT no. DE129274202'],
    [340, 780, 'Nordvik Skipsservice AS'],
    [340, 768, 'Havnegata 9'],
    [340, 756, '5003 Bergen'],
    [340, 744, 'Org.nr NO 974 760 673 MVA'],
    [40, 400, 'IBAN NO93 8601 1117 947'],
  ])
  const parties = findParties([page])
  expect([parties.vendor?.value, parties.customer?.value]).toEqual(['Nordvik Skipsservice AS', 'Weserkontor GmbH'])
})

test('an address with a line of attention is the customer’s, though it stands first', () => {
  const page = writtenPage([
    [40, 780, 'Harbour Street Nursery'],
    [40, 768, 'Attention: Priya'],
    [40, 756, '14 Harbour St'],
    [40, 744, 'PORT KEMBLA NSW 2505'],
    [400, 780, 'Illawarra Roofing Services'],
    [400, 768, '9 Foundry Rd'],
    [400, 756, 'UNANDERRA NSW 2526'],
  ])
  const parties = findParties([page])
  expect([parties.vendor?.value, parties.customer?.value]).toEqual([
    'Illawarra Roofing Services',
    'Harbour Street Nursery',
  ])
})

test('a number in the line of a party’s name is that party’s', () => {
  const page = writtenPage([
    [40, 780, 'Karoo Pumps CC'],
    [40, 766, 'VAT Reg No: 4190184562'],
    [40, 720, 'To: Vaal Foundry (Pty) Ltd, 3 Mill Road, Parys 9585 VAT Reg: 4530209115'],
  ])
  const ids = findTaxIds([page], findParties([page]))
  expect([ids.vendor?.value, ids.customer?.value]).toEqual(['4190184562', '4530209115'])
})

test('the title of an invoice names nobody, and people keep theirs as they are printed', () => {
  expect(mayBeName('TAX INVOICE (Original for Recipient)')).toBe(false)
  expect(mayBeName('Tax Invoice Number')).toBe(false)
  const named = (text: string) => nameWords(wordsOf([[0, 0, text]])).map((word) => word.text)
  expect(named('Mr A & Mrs B Okafor').join(' ')).toBe('Mr A & Mrs B Okafor')
  expect(named('Mrs B Okafor').join(' ')).toBe('Mrs B Okafor')
  expect(named('Frau Annegret Vogt').join(' ')).toBe('Frau Annegret Vogt')
  expect(named('M. Julien Besson').join(' ')).toBe('M. Julien Besson')
  expect(named('Firma Vogt').join(' ')).toBe('Vogt')
  expect(named('Attn B Okafor').join(' ')).toBe('B Okafor')
})

test.each<[string, Written[], string | undefined]>([
  [
    'under a caption of its own',
    [
      [40, 700, 'Reference'],
      [40, 688, 'PO 70331'],
    ],
    'PO 70331',
  ],
  ['behind its sign', [[40, 700, 'PO: 70331']], '70331'],
  ['as an order', [[40, 700, 'Order: B-2207']], 'B-2207'],
  [
    'not where a reference is no order',
    [
      [40, 700, 'Reference'],
      [40, 688, '70331'],
    ],
    undefined,
  ],
])('the buyer’s order stands %s', (_, texts, order) => {
  expect(findPurchaseOrder([writtenPage(texts)])?.value).toBe(order)
})

test.each([
  ['Zahlbar innert 20 Tagen, spätestens am 14.03.2025.', '2025-03-14'],
  ['Da pagare entro il 14/03/2025', '2025-03-14'],
  ['Uiterlijk op 14-03-2025', '2025-03-14'],
])('%s is a day to pay by', (text, day) => {
  expect(findDueDate([writtenPage([[40, 300, text]])], {})?.value).toBe(day)
})

test('the name of a tax in its column is a code of the row, and under the table a sum', () => {
  const rows = ['Fit new boiler|GST|$1,200.00', 'Rebate passed on|N-T|$-150.00', 'Permit|FRE|$45.00']
  const cells = ['Description|Tax|Amount (inc-tax)', ...rows].flatMap((row, line) => {
    const [first = '', tax = '', amount = ''] = row.split('|')
    const y = 600 - 16 * line
    return [[40, y, first] as const, [320, y, tax] as const, [420, y, amount] as const]
  })
  const page = writtenPage([...cells, [320, 530, 'GST'], [420, 530, '$109.09']])
  expect(readLineItems([page], UNKNOWN_STYLE)?.rows.map(({ values }) => values.amount)).toEqual([1200, -150, 45])
})
