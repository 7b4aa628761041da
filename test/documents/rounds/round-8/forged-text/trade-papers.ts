import { cents, Desk, day, eu, type Paper, sum, us } from './sheet.ts'

interface Line {
  text: string
  count: number
  price: number
}

export interface Bill {
  vendor: string
  customer: string
  number: string
  on: string
  due: string
  lines: Line[]
  rate: number
  iban: string
  taxId: string
}

const lines = (...list: [string, number, number][]): Line[] =>
  list.map(([text, count, price]) => ({ text, count, price }))

export function billed({ lines: all, rate }: Bill): { amounts: number[]; net: number; tax: number; gross: number } {
  const amounts = all.map(({ count, price }) => cents(count * price))
  const net = sum(amounts)
  const tax = cents((net * rate) / 100)
  return { amounts, net, tax, gross: cents(net + tax) }
}

const fieldsOf = (bill: Bill, currency: string) => {
  const { net, tax, gross } = billed(bill)
  return {
    vendor_name: bill.vendor,
    customer_name: bill.customer,
    invoice_number: bill.number,
    invoice_date: bill.on,
    due_date: bill.due,
    vendor_tax_id: bill.taxId,
    iban: bill.iban,
    subtotal: net,
    total_tax: tax,
    invoice_total: gross,
    currency,
  }
}

const itemsOf = (bill: Bill) =>
  bill.lines.map(({ text, count, price }, at) => ({
    description: text,
    quantity: count,
    unit_price: price,
    amount: billed(bill).amounts[at] ?? 0,
  }))

const MORE = { optional: ['amount_due', 'payment_terms', 'customer_tax_id', 'purchase_order'] }

/** A British workshop's invoice. */
export const bill: Paper<Bill> = {
  name: 'bill',
  values: {
    vendor: 'Calder Joinery Ltd',
    customer: 'Foxglove Interiors Ltd',
    number: 'CJ-20781',
    on: '2026-07-06',
    due: '2026-08-05',
    lines: lines(
      ['Oak staircase, made to measure', 1, 2840],
      ['Site fitting, per day', 3, 395],
      ['Skirting, primed, 4.2 m', 18, 21.6],
      ['Delivery', 1, 75],
    ),
    rate: 20,
    iban: 'GB33 BUKB 2020 1555 5555 55',
    taxId: 'GB 247 6814 35',
  },
  draw(values) {
    const { amounts, net, tax, gross } = billed(values)
    const desk = new Desk([595, 842], ['Arial', 'Arial-Bold'], 9.5)
    desk.put('vendor_name', 50, 60, values.vendor, { bold: true, size: 16 })
    desk.say(50, 76, 'Unit 5, Mill Bank, Sowerby Bridge HX6 3AB')
    desk.say(545, 60, 'INVOICE', { bold: true, size: 18, right: true })
    desk.say(50, 120, 'Invoice to')
    desk.put('customer_name', 50, 133, values.customer, { bold: true })
    desk.say(50, 146, '8 Station Parade, Harrogate HG1 1UF')
    const facts = [
      ['invoice_number', 'Invoice number', values.number],
      ['invoice_date', 'Invoice date', day(values.on, 'uk')],
      ['due_date', 'Payment due', day(values.due, 'uk')],
      ['vendor_tax_id', 'VAT registration', values.taxId],
    ] as const
    for (const [at, [key, label, text]] of facts.entries()) {
      desk.say(350, 120 + 14 * at, label)
      desk.put(key, 545, 120 + 14 * at, text, { right: true })
    }
    desk.band(48, 194, 499, 16, '0.16 0.3 0.38 rg')
    desk.band(49, 195, 497, 14, '0.93 0.95 0.96 rg')
    for (const [x, text] of [
      [54, 'Description'],
      [360, 'Qty'],
      [450, 'Unit price'],
      [540, 'Amount'],
    ] as const)
      desk.say(x, 205, text, { bold: true, right: x > 54 })
    for (const [at, { text, count, price }] of values.lines.entries()) {
      const top = 226 + 17 * at
      desk.put(`line_items.${at}.description`, 54, top, text)
      desk.put(`line_items.${at}.quantity`, 360, top, String(count), { right: true })
      desk.put(`line_items.${at}.unit_price`, 450, top, us(price), { right: true })
      desk.put(`line_items.${at}.amount`, 540, top, us(amounts[at] ?? 0), { right: true })
    }
    const foot = 226 + 17 * values.lines.length + 8
    const sums = [
      ['subtotal', 'Subtotal', net],
      ['total_tax', `VAT @ ${values.rate}%`, tax],
      ['invoice_total', 'Total', gross],
    ] as const
    for (const [at, [key, label, value]] of sums.entries()) {
      desk.say(450, foot + 16 * at, label, { right: true, bold: at === 2 })
      desk.put(key, 540, foot + 16 * at, `£${us(value)}`, { right: true, bold: at === 2 })
    }
    desk.say(50, 700, 'Please pay by bank transfer to')
    desk.say(50, 714, 'IBAN')
    desk.put('iban', 90, 714, values.iban)
    const info = {
      Producer: 'Skia/PDF m126',
      Creator: 'Mozilla/5.0',
      Title: 'Invoice',
      CreationDate: 'D:20260706091200Z',
    }
    return desk.sheet(info, 'INVOICE', fieldsOf(values, 'GBP'), { ...MORE, tables: { line_items: itemsOf(values) } })
  },
}

/** A German firm's, which may carry the same as XML. */
export const rechnung: Paper<Bill> = {
  name: 'rechnung',
  values: {
    vendor: 'Elektro Weißhaupt GmbH',
    customer: 'Praxis Dr. Sommerfeld',
    number: '2026-0419',
    on: '2026-03-18',
    due: '2026-04-17',
    lines: lines(['Unterverteilung erneuern', 1, 1460], ['Arbeitsstunden Geselle', 14, 58], ['Kleinmaterial', 1, 96.4]),
    rate: 19,
    iban: 'DE89 3704 0044 0532 0130 00',
    taxId: 'DE136695976',
  },
  draw(values) {
    const { amounts, net, tax, gross } = billed(values)
    const desk = new Desk([595, 842], ['Helvetica', 'Helvetica-Bold'], 10)
    desk.put('vendor_name', 60, 60, values.vendor, { bold: true, size: 14 })
    desk.say(60, 75, 'Gewerbestraße 12, 88212 Ravensburg')
    desk.put('customer_name', 60, 130, values.customer)
    desk.say(60, 143, 'Marktplatz 2, 88214 Ravensburg')
    desk.say(60, 200, 'Rechnung', { bold: true, size: 16 })
    const facts = [
      ['invoice_number', 'Rechnungsnummer:', values.number],
      ['invoice_date', 'Rechnungsdatum:', day(values.on, 'eu')],
      ['due_date', 'Fällig am:', day(values.due, 'eu')],
    ] as const
    for (const [at, [key, label, text]] of facts.entries()) {
      desk.say(350, 130 + 14 * at, label)
      desk.put(key, 535, 130 + 14 * at, text, { right: true })
    }
    for (const [x, text] of [
      [60, 'Bezeichnung'],
      [340, 'Menge'],
      [430, 'Einzelpreis'],
      [535, 'Betrag EUR'],
    ] as const)
      desk.say(x, 230, text, { bold: true, right: x > 60 })
    desk.rule(58, 235, 537)
    for (const [at, { text, count, price }] of values.lines.entries()) {
      const top = 252 + 17 * at
      desk.put(`line_items.${at}.description`, 60, top, text)
      desk.put(`line_items.${at}.quantity`, 340, top, String(count), { right: true })
      desk.put(`line_items.${at}.unit_price`, 430, top, eu(price), { right: true })
      desk.put(`line_items.${at}.amount`, 535, top, eu(amounts[at] ?? 0), { right: true })
    }
    const foot = 252 + 17 * values.lines.length + 8
    const sums = [
      ['subtotal', 'Nettobetrag', net],
      ['total_tax', `zzgl. ${values.rate} % MwSt.`, tax],
      ['invoice_total', 'Rechnungsbetrag', gross],
    ] as const
    for (const [at, [key, label, value]] of sums.entries()) {
      desk.say(430, foot + 16 * at, label, { right: true, bold: at === 2 })
      desk.put(key, 535, foot + 16 * at, eu(value), { right: true, bold: at === 2 })
    }
    desk.say(60, 720, 'IBAN')
    desk.put('iban', 95, 720, values.iban)
    desk.say(60, 734, 'USt-IdNr.')
    desk.put('vendor_tax_id', 110, 734, values.taxId)
    const info = { Producer: 'mPDF 8.2.4', CreationDate: "D:20260318143000+01'00'" }
    return desk.sheet(info, 'INVOICE', fieldsOf(values, 'EUR'), { ...MORE, tables: { line_items: itemsOf(values) } })
  },
}

export interface Wages {
  employer: string
  employee: string
  ein: string
  ssn: string
  year: string
  wages: number
  tax: number
}

/** A W-2 as payroll programs print it on plain paper, captions over their values. */
export const w2: Paper<Wages> = {
  name: 'w2',
  values: {
    employer: 'Halvorsen Freight Lines, Inc.',
    employee: 'Delphine R. Okoro',
    ein: '93-1184027',
    ssn: '541-72-3309',
    year: '2025',
    wages: 49_816.4,
    tax: 4688.25,
  },
  draw({ employer, employee, ein, ssn, year, wages, tax }) {
    const [security, medicare] = [cents(wages * 0.062), cents(wages * 0.0145)]
    const desk = new Desk([612, 792], ['Courier', 'Courier-Bold'], 10)
    desk.say(50, 60, `Form W-2 Wage and Tax Statement ${year}`, { bold: true, size: 12 })
    desk.say(50, 74, "Copy B, To Be Filed With Employee's FEDERAL Tax Return", { size: 7 })
    const boxes: [string, number, number, string, string][] = [
      ['employee_ssn', 50, 100, "a Employee's social security number", ssn],
      ['employer_identification_number', 50, 140, 'b Employer identification number (EIN)', ein],
      ['employer_name', 50, 180, "c Employer's name, address, and ZIP code", employer],
      ['employee_name', 50, 240, "e Employee's first name and initial, last name", employee],
      ['wages_tips_other_compensation', 330, 100, '1 Wages, tips, other compensation', us(wages)],
      ['federal_income_tax_withheld', 460, 100, '2 Federal income tax withheld', us(tax)],
      ['social_security_wages', 330, 140, '3 Social security wages', us(wages)],
      ['social_security_tax_withheld', 460, 140, '4 Social security tax withheld', us(security)],
      ['medicare_wages_and_tips', 330, 180, '5 Medicare wages and tips', us(wages)],
      ['medicare_tax_withheld', 460, 180, '6 Medicare tax withheld', us(medicare)],
    ]
    for (const [key, x, top, caption, text] of boxes) {
      desk.say(x, top, caption, { size: 6 })
      desk.put(key, x, top + 15, text)
      desk.rule(x - 4, top + 22, x + (x < 300 ? 260 : 120))
    }
    desk.say(50, 207, '1180 Dock Street, Alder Point, OR 97101')
    desk.say(50, 268, '27 Quarry Lane, Alder Point, OR 97103')
    const info = { Producer: 'PDFlib 9.3', Creator: 'PayWise W2 Printer', CreationDate: 'D:20260115080000Z' }
    return desk.sheet(
      info,
      'W2_TAX_SLIP',
      {
        tax_year: year,
        employer_name: employer,
        employer_identification_number: ein,
        employee_name: employee,
        employee_ssn: ssn,
        wages_tips_other_compensation: wages,
        federal_income_tax_withheld: tax,
        social_security_wages: wages,
        social_security_tax_withheld: security,
        medicare_wages_and_tips: wages,
        medicare_tax_withheld: medicare,
      },
      { optional: ['employer_address', 'employee_address', 'control_number'] },
    )
  },
}
