import { expect, test } from 'vitest'
import { read } from './labelled-papers/read.ts'
import { pairs, table } from './labelled-papers/sheet.ts'

test('a notice of assessment: who, which year, what was assessed and what is owed', async () => {
  const found = await read([
    ['Canada Revenue Agency', 60, 50, 12, true],
    ['Notice of assessment', 60, 80, 18, true],
    ...pairs(
      [
        ['Taxpayer name', 'Maren Achterberg'],
        ['Social insurance number', '046 454 286'],
        ['Tax year', '2024'],
        ['Date issued', 'April 28, 2025'],
      ],
      130,
    ),
    ...pairs(
      [
        ['15000 Total income', '84,210.55'],
        ['23600 Net income', '79,400.00'],
        ['26000 Taxable income', '78,950.25'],
        ['43500 Total payable', '17,640.12'],
        ['43700 Total income tax deducted', '18,002.00'],
        ['Refund', '361.88'],
      ],
      260,
      [60, 420],
    ),
  ])
  expect(found.type).toBe('NOTICE_OF_ASSESSMENT')
  expect(found.fields).toEqual({
    taxpayer_name: 'Maren Achterberg',
    social_insurance_number: '046 454 286',
    tax_year: '2024',
    notice_date: '2025-04-28',
    total_income: 84210.55,
    net_income: 79400,
    taxable_income: 78950.25,
    total_tax: 17640.12,
    income_tax_deducted: 18002,
    refund_amount: 361.88,
  })
})

test('a cheque: who is paid what by whom, in figures and in words', async () => {
  const found = await read(
    [
      ['Bramble & Finch Ltd', 30, 30, 12, true],
      ['18 Quarry Road, Halifax NS B3H 1A1', 30, 46],
      ['Cheque No. 004417', 440, 30],
      ['Date: 2025-06-12', 440, 60],
      ['PAY TO THE ORDER OF', 30, 100, 8],
      ['Odile Garnier', 150, 100, 11],
      ['$1,842.70', 470, 100, 11],
      ['One thousand eight hundred forty-two and 70/100', 30, 130],
      ['DOLLARS', 470, 130, 8],
      ['Memo: roof repair', 30, 190],
    ],
    [560, 250],
  )
  expect(found.type).toBe('CHEQUE')
  expect(found.fields).toMatchObject({
    payee_name: 'Odile Garnier',
    amount: 1842.7,
    amount_in_words: 'One thousand eight hundred forty-two and 70/100',
    cheque_date: '2025-06-12',
    cheque_number: '004417',
    payer_name: 'Bramble & Finch Ltd',
    memo: 'roof repair',
  })
})

test('a utility bill: account, meter, period, what was used and what is due', async () => {
  const found = await read([
    ['Lakeshore Power Inc.', 60, 50, 16, true],
    ['Electricity Bill', 400, 50, 16, true],
    ...pairs(
      [
        ['Customer name', 'Ilse Norrgard'],
        ['Account number', '7781-2093-4'],
        ['Service address', '9 Tern Lane, Kingston'],
        ['Meter number', 'K44821'],
        ['Bill date', '2025-03-05'],
        ['Due date', '2025-03-26'],
        ['Billing period', '2025-02-01 to 2025-02-28'],
      ],
      110,
    ),
    ...pairs(
      [
        ['Previous reading', '48210'],
        ['Current reading', '48722'],
        ['Total consumption', '512 kWh'],
        ['Previous balance', '$88.10'],
        ['Payments received', '$88.10'],
        ['Current charges', '$91.40'],
        ['HST', '$11.88'],
        ['Total amount due', '$103.28'],
      ],
      300,
      [60, 420],
    ),
  ])
  expect(found.type).toBe('UTILITY_BILL')
  expect(found.fields).toMatchObject({
    provider_name: 'Lakeshore Power Inc.',
    customer_name: 'Ilse Norrgard',
    account_number: '7781-2093-4',
    meter_number: 'K44821',
    bill_date: '2025-03-05',
    due_date: '2025-03-26',
    service_period_start: '2025-02-01',
    service_period_end: '2025-02-28',
    previous_balance: 88.1,
    current_charges: 91.4,
    total_tax: 11.88,
    amount_due: 103.28,
    consumption: 512,
  })
})

const GOODS = [
  ['Item description', 'Qty', 'Unit', 'Unit price', 'Amount'],
  ['Cedar plank 2 m', '40', 'pcs', '12.50', '500.00'],
  ['Brass hinge', '16', 'pcs', '3.25', '52.00'],
]

test('a purchase order: its number, both parties, the goods and their total', async () => {
  const found = await read([
    ['Harbour Joinery Ltd', 60, 50, 14, true],
    ['PURCHASE ORDER', 380, 50, 18, true],
    ...pairs(
      [
        ['PO number', 'HJ-20731'],
        ['Order date', '14 May 2025'],
        ['Delivery date', '2 June 2025'],
        ['Vendor', 'Cedarline Supplies Inc.'],
        ['Payment terms', 'Net 30 days'],
      ],
      110,
    ),
    ...table(GOODS, 260, [60, 260, 320, 390, 490]),
    ...pairs(
      [
        ['Subtotal', '552.00'],
        ['Tax', '71.76'],
        ['Total', '623.76'],
      ],
      340,
      [390, 490],
    ),
  ])
  expect(found.type).toBe('PURCHASE_ORDER')
  expect(found.fields).toMatchObject({
    purchase_order: 'HJ-20731',
    order_date: '2025-05-14',
    delivery_date: '2025-06-02',
    vendor_name: 'Cedarline Supplies Inc.',
    customer_name: 'Harbour Joinery Ltd',
    payment_terms: 'Net 30 days',
    subtotal: 552,
    total_tax: 71.76,
    order_total: 623.76,
  })
  expect(found.rows).toEqual([
    { description: 'Cedar plank 2 m', quantity: 40, unit: 'pcs', unit_price: 12.5, amount: 500 },
    { description: 'Brass hinge', quantity: 16, unit: 'pcs', unit_price: 3.25, amount: 52 },
  ])
})

test('a delivery note in German: its number, the order, the goods without prices', async () => {
  const found = await read([
    ['Zedernholz Handels GmbH', 60, 50, 14, true],
    ['Lieferschein', 400, 50, 18, true],
    ...pairs(
      [
        ['Lieferscheinnummer', 'LS-5520'],
        ['Lieferdatum', '02.06.2025'],
        ['Bestellnummer', 'HJ-20731'],
        ['Kunde', 'Tischlerei Brandt KG'],
      ],
      110,
    ),
    ...table(
      [
        ['Bezeichnung', 'Menge', 'Einheit'],
        ['Zedernbrett 2 m', '40', 'Stk'],
        ['Messingscharnier', '16', 'Stk'],
      ],
      230,
      [60, 300, 400],
    ),
    ['Ware empfangen: ______________', 60, 420],
  ])
  expect(found.type).toBe('DELIVERY_NOTE')
  expect(found.fields).toMatchObject({
    delivery_note_number: 'LS-5520',
    delivery_date: '2025-06-02',
    purchase_order: 'HJ-20731',
    customer_name: 'Tischlerei Brandt KG',
    vendor_name: 'Zedernholz Handels GmbH',
  })
  expect(found.rows).toEqual([
    { description: 'Zedernbrett 2 m', quantity: 40, unit: 'Stk' },
    { description: 'Messingscharnier', quantity: 16, unit: 'Stk' },
  ])
})

test('an invoice that names an order and a delivery note is an invoice', async () => {
  const found = await read([
    ['Cedarline Supplies Inc.', 60, 50, 14, true],
    ['INVOICE', 400, 50, 18, true],
    ...pairs(
      [
        ['Invoice number', 'C-88120'],
        ['Invoice date', '2025-06-05'],
        ['Purchase order', 'HJ-20731'],
        ['Delivery note', 'LS-5520'],
        ['Bill to', 'Harbour Joinery Ltd'],
      ],
      110,
    ),
    ...table(GOODS, 260, [60, 260, 320, 390, 490]),
    ...pairs([['Total', '552.00']], 340, [390, 490]),
  ])
  expect(found.type).toBe('INVOICE')
  expect(found.fields).toMatchObject({ invoice_number: 'C-88120', purchase_order: 'HJ-20731' })
})
