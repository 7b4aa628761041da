import { expect, test } from 'vitest'
import { read } from './labelled-papers/read.ts'
import { pairs, table } from './labelled-papers/sheet.ts'

test('a utility bill that has no title is told by what it counts, and addressed to whom it is', async () => {
  const found = await read([
    ['Dunmore Electric', 60, 50, 16, true],
    ['Your account number', 400, 50],
    ['7720-4481', 400, 64],
    ['Rosalyn Teague', 60, 110],
    ['14 MILLPOND LANE', 60, 122],
    ['ORILLIA ON L3V 2B8', 60, 134],
    ['Bill date: Feb 3, 2031', 60, 170],
    ...pairs(
      [
        ['Balance from your last bill', '$77.20'],
        ['Off-peak 280 kWh @ 7.6', '$21.28'],
        ['Standing charge', '$31.00'],
        ['Total of your current charges', '$52.28'],
        ['Amount due', '$52.28'],
      ],
      220,
      [60, 420],
    ),
    ...table(
      [
        ['Meter number', 'From', 'To', 'Days', 'kWh used'],
        ['M88120', 'Jan 2, 2031', 'Jan 31, 2031', '29', '280'],
      ],
      420,
      [60, 180, 280, 380, 460],
    ),
  ])
  expect(found.type).toBe('UTILITY_BILL')
  expect(found.fields).toMatchObject({
    provider_name: 'Dunmore Electric',
    customer_name: 'Rosalyn Teague',
    account_number: '7720-4481',
    meter_number: 'M88120',
    service_period_start: '2031-01-02',
    service_period_end: '2031-01-31',
    previous_balance: 77.2,
    current_charges: 52.28,
    consumption: 280,
  })
})

test('a cheque whose words stand over two lines, with its number in the corner and its bank by name', async () => {
  const found = await read(
    [
      ['Larkspur Joinery Inc.', 30, 30, 11, true],
      ['226 Pine Street, Salmon Arm BC V1E 2T4', 30, 44],
      ['004471', 470, 30, 12, true],
      ['Date', 380, 70],
      ['2031-03-14', 420, 70],
      ['PAY TO THE', 30, 92, 8],
      ['ORDER OF', 30, 102, 8],
      ['Imelda Castellane', 90, 102, 11],
      ['$ 640.15', 450, 102, 11],
      ['Six hundred forty', 30, 126],
      ['15/100 DOLLARS', 450, 126, 8],
      ['Shuswap Savings Bank', 30, 150],
      ['For window frames', 30, 190],
    ],
    [560, 250],
  )
  expect(found.type).toBe('CHEQUE')
  expect(found.fields).toMatchObject({
    payee_name: 'Imelda Castellane',
    amount: 640.15,
    amount_in_words: 'Six hundred forty',
    cheque_number: '004471',
    payer_name: 'Larkspur Joinery Inc.',
    bank_name: 'Shuswap Savings Bank',
    memo: 'window frames',
  })
})

test('captions side by side are no values, and a box of the post is no number of an order', async () => {
  const found = await read([
    ['Alder Grove School Board', 60, 50, 12, true],
    ['PURCHASE ORDER', 400, 50, 16, true],
    ['P.O. Number: P-77120', 400, 76],
    ['P.O. Date: 05/14/2031', 400, 90],
    ['VENDOR', 60, 130, 9, true],
    ['SHIP TO', 330, 130, 9, true],
    ['Copperhill Paper Co.', 60, 144],
    ['Alder Grove Primary', 330, 144],
    ['PO Box 771', 60, 158],
    ['12 Hill Road', 330, 158],
    ['PO Total', 400, 300],
    ['$412.60', 480, 300],
  ])
  expect(found.type).toBe('PURCHASE_ORDER')
  expect(found.fields).toMatchObject({
    purchase_order: 'P-77120',
    order_date: '2031-05-14',
    vendor_name: 'Copperhill Paper Co.',
    order_total: 412.6,
  })
})

test('a notice prints whole dollars, is addressed to whom it is and comes from an office with an address', async () => {
  const found = await read([
    ['Canada Revenue Agency', 60, 50],
    ['Surrey Tax Centre', 60, 62],
    ['Surrey BC V3T 5E1', 60, 74],
    ['Tax year: 2030', 400, 50],
    ['Date issued: April 30, 2031', 400, 62],
    ['IDA M HOLLOWAY', 60, 120],
    ['77 CEDAR CRESCENT', 60, 132],
    ['SICAMOUS BC V0E 2V0', 60, 144],
    ['Notice of assessment', 60, 190, 18, true],
    ...pairs(
      [
        ['Total income', '61,204'],
        ['Net income', '57,880'],
        ['Taxable income', '57,880'],
        ['Total income tax deducted', '9,410.22'],
        ['Your RRSP deduction limit for 2031 (A)', '$12,077'],
      ],
      240,
      [60, 420],
    ),
  ])
  expect(found.fields).toMatchObject({
    taxpayer_name: 'IDA M HOLLOWAY',
    total_income: 61204,
    net_income: 57880,
    income_tax_deducted: 9410.22,
    rrsp_deduction_limit: 12077,
  })
})
