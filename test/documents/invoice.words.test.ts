import { describe, expect, test } from 'vitest'
import { readPageText } from '../../server/src/documents/classify/page-text.ts'
import { weighPage } from '../../server/src/documents/classify/weigh-page.ts'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { type Written, writtenPage } from './written-page.ts'

const SOURCE = { attachments: [] } as unknown as Source

function read(texts: readonly Written[], type: 'INVOICE' | 'RECEIPT' = 'INVOICE') {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const pages = [writtenPage(texts)]
  const extract = type === 'INVOICE' ? extractInvoice : extractReceipt
  const { fields, tables } = extract(section, pages, { source: SOURCE, pages })
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    rows: tables.flatMap((table) => table.rows.map(({ values }) => values.amount)),
  }
}

/** Captions and values under each other from a height down, each a row of [x, text]. */
const rows = (top: number, ...lines: [number, string][][]): Written[] =>
  lines.flatMap((line, at) => line.map(([x, text]): Written => [x, top - 18 * at, text]))

describe('sums', () => {
  test('rates without a row for all of them are added, and only the tax of it is said', () => {
    const found = read(
      rows(
        400,
        [
          [60, 'Rate'],
          [150, 'Net'],
          [250, 'VAT'],
          [350, 'Gross'],
        ],
        [
          [60, '7 %'],
          [150, '100.00'],
          [250, '7.00'],
          [350, '107.00'],
        ],
        [
          [60, '19 %'],
          [150, '50.00'],
          [250, '9.50'],
          [350, '59.50'],
        ],
        [
          [60, 'Invoice total'],
          [350, '166.50'],
        ],
      ),
    )
    expect(found).toMatchObject({ total_tax: 16.5, invoice_total: 166.5 })
    expect(found).not.toHaveProperty('subtotal')
  })

  test('what the total holds of tax is said behind it', () => {
    const found = read(
      rows(400, [
        [60, 'Total'],
        [200, '£36.00 (includes £6.00 VAT)'],
      ]),
    )
    expect(found).toMatchObject({ invoice_total: 36, total_tax: 6 })
  })

  test('amounts before their captions', () => {
    const found = read(
      rows(
        400,
        [
          [60, '100.00'],
          [150, 'Net amount'],
        ],
        [
          [60, '20.00'],
          [150, 'VAT at 20%'],
        ],
        [
          [60, '120.00'],
          [150, 'Total to pay'],
        ],
      ),
    )
    expect(found).toMatchObject({ subtotal: 100, total_tax: 20, invoice_total: 120 })
  })

  test.each<[string, string, string, string]>([
    ['Swedish', 'Exkl. moms', 'Moms 25%', 'Att betala'],
    ['Norwegian', 'Netto', 'MVA 25%', 'Å betale'],
    ['Finnish', 'Veroton yhteensä', 'Arvonlisävero 25%', 'Maksettava yhteensä'],
    ['Slovak', 'Základ DPH 25%', 'DPH 25%', 'Celkom k úhrade'],
    ['German', 'Zwischentotal', 'MwSt. 25%', 'Noch zu zahlen'],
  ])('%s captions', (_, net, tax, due) => {
    const line = (caption: string, amount: string): [number, string][] => [
      [60, caption],
      [300, amount],
    ]
    const found = read(rows(400, line(net, '80.00'), line(tax, '20.00'), line(due, '100.00')))
    expect(found).toMatchObject({ subtotal: 80, total_tax: 20, amount_due: 100 })
  })
})

describe('goods', () => {
  const HEAD: [number, string][] = [
    [60, 'Description'],
    [250, 'Qty'],
    [350, 'Price'],
    [450, 'Amount'],
  ]
  const good = (text: string, amount: string): [number, string][] => [
    [60, text],
    [250, '1'],
    [350, amount],
    [450, amount],
  ]

  test('what is carried over to the next page is no good and ends no table', () => {
    const carried: [number, string][] = [
      [60, 'Carry over'],
      [450, '10.00'],
    ]
    expect(read(rows(600, HEAD, good('Bolt', '10.00'), carried, good('Screw', '5.00'))).rows).toEqual([10, 5])
  })

  test('labour and parts in tables of their own over the same columns are all goods', () => {
    const head = (name: string): [number, string][] => [[60, name], ...HEAD.slice(1)]
    const found = read(
      rows(600, head('Labour'), good('Fitting', '80.00'), head('Parts'), good('Rotor', '40.00'), [
        [60, 'Parts'],
        [450, '40.00'],
      ]),
    )
    expect(found.rows).toEqual([80, 40])
  })

  test('days in a table are no days of the invoice', () => {
    const found = read([
      ...rows(700, [
        [60, 'Date'],
        [150, '12 March 2024'],
      ]),
      ...rows(
        600,
        [[20, 'Date'], ...HEAD],
        [[20, '2024-03-08'], ...good('Night', '90.00')],
        [[20, '2024-03-08'], ...good('Night', '90.00')],
      ),
    ])
    expect(found).toMatchObject({ invoice_date: '2024-03-12' })
  })
})

test('goods under captions that nobody knows, told by the sum that they come to', () => {
  const line = (text: string, amount: string): [number, string][] => [
    [60, text],
    [450, amount],
  ]
  const found = read(
    rows(
      600,
      [
        [60, 'Whatsit'],
        [450, 'AUD'],
      ],
      line('Grazing table', '400.00'),
      line('Glassware hire', '150.50'),
      line('Total', '550.50'),
    ),
  )
  expect(found.rows).toEqual([400, 150.5])
})

test('amounts that come to no sum are no goods', () => {
  const line = (text: string, amount: string): [number, string][] => [
    [60, text],
    [450, amount],
  ]
  expect(
    read(rows(600, line('Reading in May', '400.00'), line('Reading in June', '150.50'), line('Total', '90.10'))).rows,
  ).toEqual([])
})

test('the goods tax of Australia makes no Canadian dollars', () => {
  const found = read(rows(600, [[60, 'ABN 26 008 672 179']], [[60, 'GST included 5.00']], [[60, 'Total $55.00']]))
  expect(found).toMatchObject({ currency: 'AUD' })
})

describe('parties', () => {
  test('trades before the address are no name', () => {
    const found = read([
      [60, 770, 'Quillmark Haustechnik GmbH'],
      [60, 750, 'Sanitär · Heizung · Goethestraße 27 · 99084 Erfurt'],
    ])
    expect(found).toMatchObject({ vendor_name: 'Quillmark Haustechnik GmbH' })
  })

  test('a name that goes on with its address', () => {
    expect(read([[60, 700, 'Rechnung an: Redmere Foods AG, 50667 Köln']])).toMatchObject({
      customer_name: 'Redmere Foods AG',
    })
  })

  test('the company under the person to whom it is addressed', () => {
    const found = read(rows(700, [[60, 'Bill to']], [[60, 'Ines Duarte']], [[60, 'Quillmark Foods Ltd']]))
    expect(found).toMatchObject({ customer_name: 'Quillmark Foods Ltd' })
  })

  test.each(['Exporter / Seller', 'Sprzedawca', 'Dodavatel', 'Verkauft von'])('%s names the vendor', (label) => {
    const found = read([[60, 760, 'Halyard Group Ltd'], ...rows(500, [[60, label]], [[60, 'Quillmark Foods Ltd']])])
    expect(found).toMatchObject({ vendor_name: 'Quillmark Foods Ltd' })
  })
})

test('captions of two columns are no longer caption', () => {
  const found = read(
    rows(
      700,
      [
        [60, 'RECHNUNG'],
        [180, 'DATUM'],
      ],
      [
        [60, '9533902'],
        [180, '15.05.2024'],
      ],
    ),
  )
  expect(found).toMatchObject({ invoice_number: '9533902', invoice_date: '2024-05-15' })
})

test('a Canadian business number in the name of its tax', () => {
  const found = read(
    rows(400, [
      [60, 'HST 13% (653226423 RT0001):'],
      [300, '13.00'],
    ]),
  )
  expect(found).toMatchObject({ vendor_tax_id: '653226423 RT0001' })
})

test('the same total in another currency is not the total', () => {
  const found = read(
    rows(
      600,
      [[60, 'Kiosk Olten']],
      [
        [60, 'Total CHF'],
        [200, '13.95'],
      ],
      [
        [60, 'Total EUR'],
        [200, '14.51'],
      ],
    ),
    'RECEIPT',
  )
  expect(found).toMatchObject({ total: 13.95, currency: 'CHF' })
})

test.each<[string, Written[]]>([
  [
    'its name alone over an invoice number',
    rows(
      760,
      [[50, 'RECEIPT']],
      [[50, 'INVOICE NUMBER 1184']],
      [[50, 'Receipt number 42']],
      [[50, 'Payment method: Visa']],
      [[50, 'Bill to']],
      [
        [50, 'Unit price'],
        [300, 'VAT'],
      ],
      [
        [50, 'Total'],
        [300, '12.00'],
      ],
    ),
  ],
  [
    'the width of a till',
    rows(
      760,
      [[20, 'BANKSIA HARDWARE']],
      [[20, 'TAX INVOICE']],
      ...['SCREWS', 'ROLLER', 'SHEET', 'GLUE', 'TAPE'].map((text): [number, string][] => [
        [20, text],
        [120, '$4.00'],
      ]),
      [
        [20, 'TOTAL'],
        [120, '$20.00'],
      ],
      [
        [20, 'EFTPOS'],
        [120, '$20.00'],
      ],
    ),
  ],
])('a receipt by %s', (_, texts) => {
  expect(weighPage(readPageText(writtenPage(texts)))[0]?.type).toBe('RECEIPT')
})

test('a claim with a receipt on it is no receipt', () => {
  const texts = rows(
    760,
    [[50, 'TRAVEL CLAIM']],
    [[50, 'RECEIPT']],
    [
      [50, 'Departure'],
      [300, '08:40'],
    ],
    [
      [50, 'Total'],
      [300, '88.00'],
    ],
  )
  expect(weighPage(readPageText(writtenPage(texts)))[0]?.margin).toBeLessThan(0)
})
