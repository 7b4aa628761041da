import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { person, street } from './names.ts'
import { Paper } from './paper.ts'
import { cents, day, daysAfter, de, en, sum, usd } from './print.ts'

const dayOf = (chance: Chance) =>
  `${chance.whole(2019, 2025)}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`

async function specimen(
  name: string,
  paper: Paper,
  fields: Record<string, string | number>,
  optional?: string[],
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: { document_type: 'RECEIPT', fields, ...(optional ? { optional } : {}), risk: 'clean' },
  }
}

const goods = (chance: Chance, names: readonly string[], count = chance.whole(5, 11)) =>
  Array.from({ length: count }, () => ({ text: chance.pick(names), price: chance.amount(0.99, 18.5) }))

/** A till roll with weights, discounts with a minus behind, tax letters, the card's slip and savings at the end. */
export const supermarket: Generator = async (chance) => {
  const items = goods(chance, [
    'GV WHOLE MILK',
    'BANANAS',
    'ORG SPINACH 5OZ',
    'CHKN BREAST',
    'BREAD WHT',
    'PAPER TOWELS 6',
  ])
  const off = cents(chance.amount(0.3, 0.9))
  const subtotal = cents(sum(items.map(({ price }) => price)) - off)
  const tax = cents(subtotal * 0.03)
  const total = cents(subtotal + tax)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 8 })
  paper.centre(24, 'GREENBELT MARKET', { bold: true, size: 11 })
  for (const [i, text] of [
    'Store #118',
    street(chance),
    'Boise, ID 83702',
    '(208) 555-0142',
    'Your cashier today was DANA',
  ].entries())
    paper.centre(38 + i * 10, text)
  let y = 100
  for (const [i, { text, price }] of items.entries()) {
    paper.row(y, [
      [10, text],
      [-205, en(price)],
      [208, i % 3 === 0 ? 'T' : 'F'],
    ])
    y += 10
    if (i === 1) {
      paper.at(18, y, '2.41 lb @ 0.58/lb', { size: 7 })
      y += 10
    }
    if (i === 2) {
      paper.row(y, [
        [18, 'MEMBER SAVINGS'],
        [-210, `${en(off)}-`],
      ])
      y += 10
    }
  }
  y += 4
  for (const [label, amount] of [
    ['SUBTOTAL', subtotal],
    ['TAX 1  3.000 %', tax],
    ['**** BALANCE', total],
    ['VISA', total],
    ['CHANGE', 0],
  ] as const) {
    paper.row(
      y,
      [
        [60, label],
        [-205, en(amount)],
      ],
      { bold: label.startsWith('*') },
    )
    y += 11
  }
  for (const text of [
    '************4471  CHIP READ',
    'APPROVAL CODE 04471B',
    'AID A0000000031010',
    `TOTAL PURCHASE  ${usd(total)}`,
    `# ITEMS SOLD ${items.length}`,
    `YOU SAVED ${usd(off)} TODAY`,
  ]) {
    paper.at(10, y, text)
    y += 10
  }
  paper.centre(y + 10, `${day(date, 'MM/DD/YY')}  14:22:07  0118 07 0221 442`).centre(y + 24, 'THANK YOU FOR SHOPPING')
  return specimen('supermarket', paper, {
    merchant_name: 'GREENBELT MARKET',
    transaction_date: date,
    subtotal,
    total_tax: tax,
    total,
    currency: 'USD',
  })
}

/** A guest check with its tip written in by hand or printed, suggested gratuities below that are not the tip. */
export const restaurant: Generator = async (chance) => {
  const items = goods(chance, ['Burrata', 'Ribeye 12oz', 'House Red GL', 'Caesar', 'Espresso', 'Fries'], 5)
  const subtotal = sum(items.map(({ price }) => price))
  const tax = cents(subtotal * 0.0825)
  const tip = cents(subtotal * 0.2)
  const due = cents(subtotal + tax)
  const total = cents(due + tip)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', text: 9 })
  paper
    .centre(30, 'The Copper Heron', { bold: true, size: 12 })
    .centre(44, street(chance))
    .centre(56, 'Asheville, NC 28801')
  paper
    .row(80, [
      [12, 'Server: Tobias'],
      [-214, day(date, 'MM/DD/YYYY')],
    ])
    .row(92, [
      [12, 'Table 14/1'],
      [-214, '7:48 PM'],
    ])
    .row(104, [
      [12, 'Guests: 2'],
      [-214, '#20118'],
    ])
  let y = 126
  for (const { text, price } of items) {
    paper.row(y, [
      [12, text],
      [-214, en(price)],
    ])
    y += 12
  }
  y += 6
  for (const [label, amount] of [
    ['Subtotal', subtotal],
    ['Tax', tax],
    ['Total', due],
  ] as const) {
    paper.row(
      y,
      [
        [12, label],
        [-214, en(amount)],
      ],
      { bold: label === 'Total' },
    )
    y += 13
  }
  paper
    .row(y + 8, [[12, 'Visa #XXXXXXXXXXXX4471']])
    .row(y + 22, [[12, 'Auth: 882114']])
    .row(y + 40, [
      [12, 'Amount:'],
      [-214, usd(due)],
    ])
    .row(y + 54, [
      [12, '+ Tip:'],
      [-214, usd(tip)],
    ])
    .row(
      y + 68,
      [
        [12, '= Total:'],
        [-214, usd(total)],
      ],
      { bold: true },
    )
  paper
    .centre(y + 96, 'Suggested Tip:')
    .centre(
      y + 108,
      `18%: ${usd(cents(subtotal * 0.18))}  22%: ${usd(cents(subtotal * 0.22))}  25%: ${usd(cents(subtotal * 0.25))}`,
      { size: 7 },
    )
  return specimen('restaurant', paper, {
    merchant_name: 'The Copper Heron',
    transaction_date: date,
    subtotal,
    total_tax: tax,
    tip,
    total,
    currency: 'USD',
  })
}

/** Fuel by the gallon, where the price and the quantity look like sums. */
export const fuelStop: Generator = async (chance) => {
  const [gallons, price] = [chance.whole(4_000, 18_000) / 1000, chance.whole(2_899, 4_999) / 1000]
  const total = cents(gallons * price)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 9 })
  for (const [i, text] of ['WELCOME TO', 'FUELMART 0442', '1180 GARRITY BLVD', 'NAMPA ID 83687'].entries())
    paper.at(14, 30 + i * 12, text)
  paper
    .row(96, [[14, `DATE ${day(date, 'MM/DD/YY')}  18:04`]])
    .row(108, [[14, 'TRAN# 9044118']])
    .row(120, [[14, 'PUMP# 07']])
    .row(132, [[14, 'SERVICE LEVEL: SELF']])
    .row(144, [[14, 'PRODUCT: UNLD']])
  paper
    .row(156, [
      [14, 'GALLONS:'],
      [-200, gallons.toFixed(3)],
    ])
    .row(168, [
      [14, 'PRICE/G:'],
      [-200, `$${price.toFixed(3)}`],
    ])
    .row(180, [
      [14, 'FUEL SALE'],
      [-200, usd(total)],
    ])
    .row(
      204,
      [
        [14, 'TOTAL SALE'],
        [-200, usd(total)],
      ],
      { bold: true },
    )
  paper.stack(14, 230, [
    'CREDIT  VISA',
    'XXXXXXXXXXXX4471',
    'AUTH # 04882B',
    'APPROVED',
    '',
    'THANK YOU',
    'HAVE A NICE DAY',
  ])
  return specimen('fuel-stop', paper, {
    merchant_name: 'FUELMART 0442',
    transaction_date: date,
    total,
    currency: 'USD',
  })
}

/** A guest folio: charges by day, room tax, payment by card, balance zero. */
export const hotelFolio: Generator = async (chance) => {
  const nights = chance.whole(1, 4)
  const rate = chance.amount(89, 260)
  const tax = cents(rate * 0.13)
  const total = cents(nights * (rate + tax))
  const arrival = dayOf(chance)
  const departure = daysAfter(arrival, nights)
  const name = person(chance)
  const paper = await Paper.open()
  paper
    .centre(50, 'Juniper Lake Inn & Suites', { size: 15, bold: true })
    .centre(64, '900 Harbor Way, Duluth, MN 55802   T: (218) 555-0170')
  paper.at(40, 100, name).stack(40, 112, [street(chance), 'Dayton, OH 45402'])
  for (const [i, [label, value]] of [
    ['Room No.', '418'],
    ['Arrival', day(arrival, 'MM-DD-YY')],
    ['Departure', day(departure, 'MM-DD-YY')],
    ['Folio No.', '118842'],
    ['Conf. No.', chance.digits(8)],
    ['Cashier No.', '22'],
  ].entries())
    paper.row(100 + i * 12, [
      [380, label],
      [460, `: ${value}`],
    ])
  paper
    .row(
      200,
      [
        [40, 'Date'],
        [110, 'Description'],
        [-480, 'Charges'],
        [-560, 'Credits'],
      ],
      { bold: true },
    )
    .rule(204, 40, 572)
  let y = 220
  for (let night = 0; night < nights; night++) {
    const when = day(daysAfter(arrival, night), 'MM-DD-YY')
    paper
      .row(y, [
        [40, when],
        [110, 'Room Charge'],
        [-480, en(rate)],
      ])
      .row(y + 13, [
        [40, when],
        [110, 'State & Local Occupancy Tax'],
        [-480, en(tax)],
      ])
    y += 26
  }
  paper
    .row(y, [
      [40, day(departure, 'MM-DD-YY')],
      [110, 'Visa Card  XXXXXXXXXXXX4471 XX/XX'],
      [-560, en(total)],
    ])
    .rule(y + 8, 40, 572)
  paper
    .row(
      y + 22,
      [
        [380, 'Total'],
        [-480, en(total)],
        [-560, en(total)],
      ],
      { bold: true },
    )
    .row(
      y + 38,
      [
        [380, 'Balance'],
        [-480, '0.00'],
      ],
      { bold: true },
    )
  paper.prose(
    40,
    y + 90,
    520,
    'I agree that my liability for this bill is not waived and I agree to be held personally liable in the event that the indicated person, company or association fails to pay for any part or the full amount of these charges.',
    { size: 7 },
  )
  return specimen('hotel-folio', paper, { merchant_name: 'Juniper Lake Inn & Suites', total, currency: 'USD' }, [
    'transaction_date',
    'currency',
    'subtotal',
    'total_tax',
  ])
}

/** A ride by e-mail: the total first, then the fare's parts and the tip. */
export const rideMail: Generator = async (chance) => {
  const [fare, fee, tip] = [chance.amount(8, 40), chance.amount(1, 4), chance.amount(1, 9)]
  const subtotal = cents(fare + fee)
  const total = cents(subtotal + tip)
  const date = dayOf(chance)
  const paper = await Paper.open({ text: 10 })
  paper
    .at(60, 60, 'Hailo-Hop', { size: 18, bold: true })
    .row(60, [[-550, day(date, 'MMMM D, YYYY')]])
    .at(60, 110, 'Thanks for riding, Leonie', { size: 20, bold: true })
    .at(60, 134, 'We hope you enjoyed your ride this evening.')
  paper
    .row(
      180,
      [
        [60, 'Total'],
        [-550, usd(total)],
      ],
      { size: 18, bold: true },
    )
    .rule(190, 60, 550)
  const lines = [
    ['Trip fare', fare],
    ['Subtotal', fare],
    ['Booking Fee', fee],
    ['Tips', tip],
  ] as const
  for (const [i, [label, amount]] of lines.entries())
    paper.row(212 + i * 20, [
      [60, label],
      [-550, usd(amount)],
    ])
  paper
    .at(60, 320, 'Payments', { bold: true })
    .row(340, [
      [60, 'Visa ••••4471'],
      [-550, usd(total)],
    ])
    .at(60, 354, `${day(date, 'M/D/YY')} 8:14 PM`, { size: 8 })
  paper.stack(60, 400, [
    'You rode with Roderick',
    'HopX   6.18 miles | 19 min',
    '7:52 PM   410 Main St, Boise, ID',
    '8:11 PM   Boise Airport (BOI), Boise, ID',
  ])
  return specimen(
    'ride-mail',
    paper,
    { merchant_name: 'Hailo-Hop', transaction_date: date, tip, total, currency: 'USD' },
    ['subtotal'],
  )
}

/** A German till roll: MwSt table with net and gross, EC payment, TSE lines. */
export const germanTill: Generator = async (chance) => {
  const items = goods(chance, ['VOLLMILCH 3,5%', 'BIO BANANEN', 'ROGGENBROT', 'KAFFEE GEM.', 'GOUDA JUNG'])
  const total = sum(items.map(({ price }) => price))
  const net = cents(total / 1.07)
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', family: 'mono', text: 8 })
  for (const [i, text] of ['FRISCHMARKT LINDEN', 'Lindenallee 14', '28195 Bremen', 'UID Nr.: DE118842551'].entries())
    paper.centre(26 + i * 10, text)
  let y = 84
  paper.row(y - 10, [[-205, 'EUR']])
  for (const { text, price } of items) {
    paper.row(y, [
      [10, text],
      [-205, de(price)],
      [209, 'B'],
    ])
    y += 10
  }
  paper
    .row(y, [[10, '--------------------------------------']])
    .row(
      y + 12,
      [
        [10, 'SUMME'],
        [100, 'EUR'],
        [-205, de(total)],
      ],
      { bold: true, size: 10 },
    )
    .row(y + 26, [
      [10, 'Geg. EC-Cash'],
      [100, 'EUR'],
      [-205, de(total)],
    ])
  paper
    .row(y + 50, [
      [10, 'Steuer  %'],
      [-110, 'Netto'],
      [-155, 'Steuer'],
      [-205, 'Brutto'],
    ])
    .row(y + 60, [
      [10, 'B=  7,0%'],
      [-110, de(net)],
      [-155, de(cents(total - net))],
      [-205, de(total)],
    ])
    .row(y + 70, [
      [10, 'Gesamtbetrag'],
      [-110, de(net)],
      [-155, de(cents(total - net))],
      [-205, de(total)],
    ])
  paper
    .row(y + 94, [[10, 'TSE-Signatur: kLx88sA1']])
    .row(y + 104, [[10, `${day(date, 'DD.MM.YYYY')}   18:04   Bon-Nr.:4118`]])
    .row(y + 114, [[10, 'Markt:0118  Kasse:3   Bed.:221221']])
    .centre(y + 134, 'Vielen Dank für Ihren Einkauf')
  return specimen('german-till', paper, {
    merchant_name: 'FRISCHMARKT LINDEN',
    transaction_date: date,
    subtotal: net,
    total_tax: cents(total - net),
    total,
    currency: 'EUR',
  })
}

/** A shop's e-mail with GST included and an order number. */
export const pharmacySlip: Generator = async (chance) => {
  const items = goods(chance, ['PARACETAMOL 16S', 'MEAL DEAL', 'SHAMPOO 400ML', 'LIP BALM'], 4)
  const total = sum(items.map(({ price }) => price))
  const date = dayOf(chance)
  const paper = await Paper.open({ size: 'till', text: 9 })
  paper
    .centre(28, 'Harrow & Lane Chemists', { bold: true, size: 11 })
    .centre(42, '14 High St Stockport SK1 3XE')
    .centre(54, 'VAT No: GB 118 8425 51')
  let y = 84
  for (const { text, price } of items) {
    paper.row(y, [
      [12, text],
      [-214, `£${en(price)}`],
    ])
    y += 12
  }
  paper
    .row(
      y + 8,
      [
        [12, 'TOTAL TO PAY'],
        [-214, `£${en(total)}`],
      ],
      { bold: true },
    )
    .row(y + 24, [
      [12, 'VISA DEBIT'],
      [-214, `£${en(total)}`],
    ])
    .row(y + 36, [[12, '**** **** **** 4471   CONTACTLESS']])
    .row(y + 60, [[12, `${day(date, 'DD/MM/YYYY')} 12:41   0118 03 221`]])
  paper.centre(y + 80, 'Please retain your receipt')
  return specimen('pharmacy-slip', paper, {
    merchant_name: 'Harrow & Lane Chemists',
    transaction_date: date,
    total,
    currency: 'GBP',
  })
}
