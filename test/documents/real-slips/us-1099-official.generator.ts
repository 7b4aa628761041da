import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { type MoneyLook, money } from './money.ts'
import { company, employerId, person, socialSecurityNumber } from './people.ts'
import { FORMS, type Form1099, statedFields } from './us-1099-forms.ts'

interface Print {
  fillable: boolean
  copies: number
  corrected: 'none' | 'shown' | 'ticked'
}

function draw1099(
  sheet: FormPaper,
  spec: Form1099,
  top: number,
  values: Record<string, string>,
  year: number,
  print: Print,
  name: (box: string) => string,
): void {
  sheet.tick(name('VOID'), false, 210, top - 8, 7).text(220, top - 2, 'VOID', { size: 6 })
  sheet
    .tick(name('CORRECTED'), print.corrected === 'ticked', 256, top - 8, 7)
    .text(266, top - 2, 'CORRECTED (if checked)', { size: 6 })
  sheet.box(36, top, 250, 90).prose(38, top + 7, 246, spec.payer, { size: 5.5 })
  sheet.value(name('PayerBlock'), values.payerBlock ?? '', { x: 40, y: top + 20, w: 244, h: 68, size: 8.5, many: true })
  const rows = [
    ["PAYER'S TIN", 'payer_tin', 36, 125, 90],
    ["RECIPIENT'S TIN", 'recipient_tin', 161, 125, 90],
  ] as const
  for (const [caption, key, x, w, y] of rows) {
    sheet.box(x, top + y, w, 26).text(x + 2, top + y + 7, caption, { size: 5.5 })
    sheet.value(name(key), values[key] ?? '', { x: x + 4, y: top + y + 10, w: w - 6, h: 14, size: 8.5 })
  }
  for (const [at, [caption, key]] of (
    [
      ["RECIPIENT'S name", 'recipient_name'],
      ['Street address (including apt. no.)', 'street'],
      ['City or town, state or province, country, and ZIP or foreign postal code', 'city'],
    ] as const
  ).entries()) {
    sheet.box(36, top + 116 + at * 30, 250, 30).text(38, top + 123 + at * 30, caption, { size: 5.5 })
    sheet.value(name(key), values[key] ?? '', { x: 40, y: top + 127 + at * 30, w: 244, h: 14, size: 8.5 })
  }
  sheet
    .box(36, top + 206, 190, 28)
    .text(38, top + 213, 'Account number (see instructions)', { size: 5.5 })
    .box(226, top + 206, 60, 28)
    .lines(228, top + 213, ['FATCA filing', 'requirement'], { size: 5 })
  sheet.value(name('account_number'), values.account_number ?? '', { x: 40, y: top + 217, w: 180, h: 14, size: 8.5 })
  const [first, ...rest] = spec.boxes
  const grid = first ? [first, ...rest] : rest
  const step = Math.min(29, 232 / Math.ceil(grid.length / 2))
  sheet.box(396, top, 80, 58).text(400, top + 8, `OMB No. ${spec.omb}`, { size: 6 })
  yearBlock(sheet, top, year, name)
  sheet.lines(574, top + 12, spec.title, { size: spec.title.length > 2 ? 7 : 11, bold: true, align: 'right' })
  for (const [at, [box, caption, field]] of grid.entries()) {
    const [x, y, w] =
      at === 0 ? [286, top, 110] : [286 + ((at - 1) % 2) * 110, top + 58 + Math.floor((at - 1) / 2) * step, 110]
    sheet.box(x, y, w, at === 0 ? 58 : step).text(x + 2, y + 7, box, { size: 6, bold: true })
    sheet.prose(x + 5 + box.length * 4, y + 7, w - 16, caption, { size: 5.2 })
    const isMoney =
      field !== 'distribution_code' &&
      !/State\/|identification|country|CUSIP|direct sales|^State$/.test(caption) &&
      caption !== ''
    if (isMoney) sheet.text(x + 2, y + (at === 0 ? 54 : step - 3), '$', { size: 8 })
    sheet.at(x, y + (at === 0 ? 42 : step - 14))`
      value ${name(`Box${box}`)} 10 0 ${w - 12} 13${field === 'distribution_code' ? '' : '>'}/8.5: ${values[box] ?? ''}
    `
  }
  sheet.at(0, top)`
    70: 574>b/8 Copy B ¶ For Recipient
    100 step 6: 510<66/5 This is important tax information and is being furnished to the IRS. If you are required to
    & file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the
    & IRS determines that it has not been reported.
  `
  const revised = year >= 2022 ? `Form ${spec.form} (Rev. 1-${year >= 2024 ? 2024 : 2022})` : `Form ${spec.form}`
  const y = top + 62 + step * Math.ceil((grid.length - 1) / 2) + 12
  const under = Math.max(y, top + 246)
  sheet.at(0, under)`
    0: 36b/7 ${revised} | 150/6 (keep for your records) | 280/6 www.irs.gov/Form${spec.form.replace('-', '')}
    | 576>/6 Department of the Treasury - Internal Revenue Service
  `
}

// From 2022 on the forms are revised continuously and the year is filled in behind its printed first half.
function yearBlock(sheet: FormPaper, top: number, year: number, name: (box: string) => string): void {
  if (year < 2022) {
    sheet.text(436, top + 32, String(year), { size: 18, bold: true, align: 'middle' })
    return
  }
  sheet
    .text(436, top + 20, `(Rev. January ${year >= 2024 ? 2024 : 2022})`, { size: 6, align: 'middle' })
    .text(436, top + 34, 'For calendar year', { size: 6, align: 'middle' })
  sheet
    .text(424, top + 46, '20', { size: 9 })
    .value(name('CalendarYear'), String(year).slice(2), { x: 434, y: top + 36, w: 18, h: 12, size: 9 })
}

function official(kind: string, print: Partial<Print> = {}): Generator {
  return async (chance) => {
    const spec = FORMS[kind] as Form1099
    const full: Print = { fillable: false, copies: 2, corrected: 'none', ...print }
    const year = chance.pick([2019, 2020, 2021, 2022, 2023, 2024].filter((year) => kind !== 'nec' || year > 2019))
    const [payer, recipient] = [company(chance, 'US'), person(chance, 'US')]
    const look: MoneyLook = chance.pick(['plain', 'commas'])
    const stated = statedFields(chance, spec)
    const fields: Record<string, string | number> = {
      tax_year: String(year),
      payer_name: payer.name,
      payer_tin: employerId(chance),
      recipient_name: `${recipient.first} ${recipient.last}`,
      recipient_tin: chance.happens(0.5) ? `***-**-${chance.digits(4)}` : socialSecurityNumber(chance),
      ...stated,
    }
    if (chance.happens(0.6)) fields.account_number = chance.digits(10)
    const values: Record<string, string> = {
      payerBlock: [payer.name, ...payer.address, `(208) 555-0${chance.digits(3)}`].join('\n'),
      street: recipient.address.slice(0, -1).join(' '),
      city: recipient.address.at(-1) ?? '',
    }
    for (const [key, value] of Object.entries(fields)) values[key] = String(value)
    for (const [box, , field] of spec.boxes)
      if (field && stated[field] !== undefined)
        values[box] = typeof stated[field] === 'number' ? money(stated[field], look) : stated[field]
    const sheet = await FormPaper.open({ fillable: full.fillable })
    for (let copy = 0; copy < full.copies; copy++)
      draw1099(
        sheet,
        spec,
        40 + copy * 370,
        values,
        year,
        full,
        (box) => `topmostSubform[0].Copy${copy === 0 ? 'B' : 'C'}[0].LeftCol[0].${box}[0]`,
      )
    return {
      name: `real-${spec.form}`,
      bytes: await sheet.save(),
      truth: { document_type: spec.type, fields, risk: 'clean' },
    }
  }
}

export const us1099Official: Readonly<Record<string, Generator>> = {
  'real-1099-nec': official('nec', { fillable: true }),
  'real-1099-nec-corrected': official('nec', { corrected: 'ticked' }),
  'real-1099-misc': official('misc'),
  'real-1099-int': official('int', { fillable: true }),
  'real-1099-div': official('div'),
  'real-1099-r': official('r'),
  'real-1099-r-fillable': official('r', { fillable: true }),
}
