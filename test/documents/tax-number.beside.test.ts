import { expect, test } from 'vitest'
import { findParties } from '../../server/src/documents/extract/invoice/parties.ts'
import { findTaxIds } from '../../server/src/documents/extract/invoice/tax-ids.ts'
import { type Written, writtenPage } from './written-page.ts'

const HEAD: Written[] = [
  [40, 780, 'Weserkontor GmbH'],
  [40, 768, 'Am Deich 4'],
  [40, 756, '28199 Bremen'],
  [40, 680, 'Merrow Handels GmbH'],
  [40, 668, 'Lange Gasse 9'],
  [40, 656, '80331 München'],
]

const vendorOf = (...texts: Written[]) => {
  const page = writtenPage([...HEAD, ...texts])
  return findTaxIds([page], findParties([page])).vendor?.value
}

test.each<[string, Written[]]>([
  [
    'before',
    [
      [40, 60, 'Steuernummer 60/123/04567'],
      [240, 60, 'USt-IdNr. DE129274202'],
    ],
  ],
  [
    'behind',
    [
      [40, 60, 'USt-IdNr. DE129274202'],
      [240, 60, 'Steuernummer 60/123/04567'],
    ],
  ],
  [
    'over',
    [
      [40, 744, 'Steuernummer: 60/123/04567'],
      [40, 732, 'USt-IdNr.: DE129274202'],
    ],
  ],
  [
    'nearer than',
    [
      [40, 744, 'Steuernummer: 60/123/04567'],
      [40, 60, 'USt-IdNr.: DE129274202'],
    ],
  ],
])('the tax number stands %s the VAT number, which is the one that is asked for', (_, texts) => {
  expect(vendorOf(...texts)).toBe('DE129274202')
})

test('where no VAT number is printed it is the tax number', () => {
  expect(vendorOf([40, 60, 'Steuernummer 60/123/04567'])).toBe('60/123/04567')
})
