import type { Generator } from '../../specimen.ts'
import { company, street } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, daysAfter, usd } from '../print.ts'
import { specimen } from './parts.ts'

/** Cloud hosting: the sum first, charges by service with sub-lines, "TOTAL AMOUNT DUE ON". */
export const cloudHosting: Generator = async (chance) => {
  const services = ['Elastic Servers', 'Object Storage', 'Data Transfer', 'Key Management', 'Managed Database'].map(
    (text) => ({ text, charges: chance.amount(1, 420) }),
  )
  const total = cents(services.reduce((all, { charges }) => all + charges, 0))
  const date = `${chance.whole(2019, 2025)}-0${chance.whole(2, 9)}-03`
  const number = chance.digits(9)
  const customer = company(chance, 'Inc')
  const paper = await Paper.open()
  paper
    .at(36, 50, 'nimbus web services', { size: 14, bold: true })
    .row(50, [[-576, 'Nimbus Web Services Invoice']], { size: 12 })
  paper.row(66, [[-576, 'Email or talk to us about your account or bill, visit nimbus.example/contact']], { size: 8 })
  const facts = [
    ['Account number:', chance.digits(12)],
    ['', ''],
    ['Bill to Address:', ''],
  ]
  for (const [i, [label, value]] of facts.entries())
    paper
      .row(96 + i * 12, [
        [36, label],
        [36, ''],
      ])
      .at(36, 106 + i * 12, value ?? '')
  paper.stack(36, 134, [customer, 'ATTN: Accounts Payable', street(chance), 'Asheville, NC, 28801, US'])
  paper
    .at(330, 96, 'Invoice Summary', { bold: true })
    .row(112, [
      [330, 'Invoice Number:'],
      [-576, number],
    ])
    .row(126, [
      [330, 'Invoice Date:'],
      [-576, day(date, 'MMMM D , YYYY')],
    ])
    .rule(132, 330, 576)
    .row(
      146,
      [
        [330, `TOTAL AMOUNT DUE ON ${day(date, 'MMMM D , YYYY')}`],
        [-576, usd(total)],
      ],
      { bold: true, size: 8 },
    )
  const [first, last] = [`${date.slice(0, 8)}01`, daysAfter(`${date.slice(0, 8)}01`, -1)]
  paper.at(
    36,
    220,
    `This invoice is for the billing period ${day(`${last.slice(0, 8)}01`, 'MMMM D')} - ${day(daysAfter(first, -1), 'MMMM D , YYYY')}`,
    { bold: true },
  )
  paper.prose(
    36,
    240,
    540,
    'Greetings from Nimbus Web Services, we are writing to provide you with an electronic invoice for your use of our services. Additional information about your bill, individual service charge details, and your account history are available on the Account Activity Page.',
  )
  paper
    .at(36, 290, 'Summary', { bold: true, size: 11 })
    .row(
      308,
      [
        [36, 'Nimbus Service Charges'],
        [-576, usd(total)],
      ],
      { bold: true },
    )
    .row(322, [
      [50, 'Charges'],
      [-576, usd(total)],
    ])
    .row(336, [
      [50, 'Credits'],
      [-576, '$0.00'],
    ])
    .row(350, [
      [50, 'Tax *'],
      [-576, '$0.00'],
    ])
    .row(
      366,
      [
        [36, 'Total for this invoice'],
        [-576, usd(total)],
      ],
      { bold: true },
    )
  paper.at(36, 400, 'Detail', { bold: true, size: 11 })
  let y = 418
  for (const { text, charges } of services) {
    paper
      .row(
        y,
        [
          [36, text],
          [-576, usd(charges)],
        ],
        { bold: true },
      )
      .row(y + 13, [
        [50, 'Charges'],
        [-576, usd(charges)],
      ])
      .row(y + 26, [
        [50, 'Estimated US sales tax to be collected'],
        [-576, '$0.00'],
      ])
    y += 44
  }
  paper.at(
    36,
    750,
    '* May include estimated US sales tax, VAT, ST, GST and CT.   Nimbus Web Services, Inc. is a registered trade name.',
    { size: 7 },
  )
  return specimen(
    'cloud-hosting',
    paper,
    {
      invoice_number: number,
      invoice_date: date,
      vendor_name: 'Nimbus Web Services, Inc.',
      customer_name: customer,
      total_tax: 0,
      invoice_total: total,
      amount_due: total,
      currency: 'USD',
    },
    undefined,
    ['vendor_name', 'due_date', 'subtotal', 'payment_terms'],
  )
}
