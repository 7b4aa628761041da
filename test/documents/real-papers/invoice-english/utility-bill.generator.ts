import type { Generator } from '../../specimen.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, daysAfter, en, usd } from '../print.ts'
import { dayOf, specimen } from './parts.ts'

/** Electricity: account number, previous balance and payment before the new charges, meter readings, a return slip. */
export const utilityBill: Generator = async (chance) => {
  const [charge, delivery] = [chance.amount(30, 220), chance.amount(20, 90)]
  const tax = cents((charge + delivery) * 0.05)
  const current = cents(charge + delivery + tax)
  const previous = chance.amount(60, 240)
  const [customer, date] = [person(chance).toUpperCase(), dayOf(chance)]
  const due = daysAfter(date, 21)
  const account = `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(2)}`
  const paper = await Paper.open()
  paper
    .at(36, 50, 'Idaho Valley Power', { size: 16, bold: true })
    .row(44, [
      [400, 'Account Number'],
      [-576, account],
    ])
    .row(58, [
      [400, 'Bill Date'],
      [-576, day(date, 'MMM D, YYYY')],
    ])
    .row(
      72,
      [
        [400, 'Due Date'],
        [-576, day(due, 'MMM D, YYYY')],
      ],
      { bold: true },
    )
    .row(
      86,
      [
        [400, 'Amount Due'],
        [-576, usd(current)],
      ],
      { bold: true, size: 12 },
    )
  paper.stack(36, 90, ['Service for:', customer, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.at(36, 170, 'Account Summary', { bold: true, size: 12 })
  const lines = [
    ['Previous Balance', usd(previous)],
    [`Payment Received ${day(daysAfter(date, -12), 'MMM D')} - Thank you`, `-${usd(previous)}`],
    ['Balance Forward', '$0.00'],
    ['Current Charges', usd(current)],
    ['Total Amount Due', usd(current)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      188 + i * 14,
      [
        [36, label],
        [-300, amount],
      ],
      { bold: i === 4 },
    )
  paper
    .at(330, 170, 'Meter Readings', { bold: true, size: 12 })
    .row(
      188,
      [
        [330, 'Meter'],
        [400, 'Previous'],
        [460, 'Current'],
        [520, 'kWh'],
      ],
      { size: 8 },
    )
    .row(202, [
      [330, '48221093'],
      [400, '11842'],
      [460, '12761'],
      [520, '919'],
    ])
  paper
    .at(36, 290, 'Current Charges Detail', { bold: true, size: 12 })
    .row(308, [
      [36, 'Energy Charge 919 kWh'],
      [-300, en(charge)],
    ])
    .row(322, [
      [36, 'Delivery Charge'],
      [-300, en(delivery)],
    ])
    .row(336, [
      [36, 'State Tax 5%'],
      [-300, en(tax)],
    ])
    .row(
      352,
      [
        [36, 'Total Current Charges'],
        [-300, usd(current)],
      ],
      { bold: true },
    )
  paper
    .rule(560, 36, 576, 1)
    .at(36, 574, 'Please detach and return this portion with your payment', { size: 7 })
    .row(600, [
      [36, customer],
      [360, 'Account Number'],
      [-576, account],
    ])
    .row(
      616,
      [
        [360, `Amount Due by ${day(due, 'MMM D, YYYY')}`],
        [-576, usd(current)],
      ],
      { bold: true },
    )
    .row(640, [[360, 'Amount Enclosed  $']])
  paper.stack(36, 660, ['IDAHO VALLEY POWER', 'PO BOX 70', 'BOISE ID 83707'])
  return specimen(
    'utility-bill',
    paper,
    {
      invoice_date: date,
      due_date: due,
      vendor_name: 'Idaho Valley Power',
      customer_name: customer,
      total_tax: tax,
      amount_due: current,
      currency: 'USD',
    },
    undefined,
    ['invoice_total', 'subtotal', 'invoice_number'],
  )
}
