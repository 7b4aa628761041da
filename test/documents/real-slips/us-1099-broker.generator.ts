import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
import { money } from './money.ts'
import { company, employerId, person } from './people.ts'
import { FORMS, statedFields } from './us-1099-forms.ts'

type Line = readonly [box: string, caption: string, field?: string]

const OTHERS: Readonly<Record<string, readonly Line[]>> = {
  div: FORMS.int?.boxes.slice(0, 9) ?? [],
  int: FORMS.div?.boxes.slice(0, 10) ?? [],
}

/** A broker's composite: the sections of several forms as lists with leaders, then sales. The first section holds the truth. */
function composite(kind: 'div' | 'int', leaders: boolean, sales: boolean): Generator {
  return async (chance) => {
    const spec = FORMS[kind]
    if (!spec) throw new Error(kind)
    const year = chance.whole(2019, 2024)
    const [payer, owner] = [company(chance, 'US'), person(chance, 'US')]
    const stated = statedFields(chance, spec)
    const account = `${chance.digits(4)}-${chance.digits(4)}`
    const [tin, recipientTin] = [employerId(chance), `XXX-XX-${chance.digits(4)}`]
    const sheet = await FormPaper.open()
    sheet.print`
      46: 40b/13 ${payer.name}
      60: 40/8 ${payer.address}
      46: 572>b/12 ${year} ${chance.pick(['Consolidated Form 1099', 'Form 1099 Composite', 'TAX REPORTING STATEMENT'])}
    `
    const facts = [
      ['Account Number:', account],
      ["Payer's Fed ID Number:", tin],
      ["Recipient's Identification Number:", recipientTin],
      ['Date Prepared:', `02/12/${year + 1}`],
    ] as const
    for (const [at, [label, value]] of facts.entries())
      sheet.text(340, 64 + at * 12, label, { size: 8 }).text(572, 64 + at * 12, value, { size: 8, align: 'right' })
    sheet
      .text(40, 110, "RECIPIENT'S Name and Address", { size: 7 })
      .lines(40, 122, [`${owner.first} ${owner.last}`.toUpperCase(), ...owner.address], { size: 9 })
    let y = section(
      sheet,
      180,
      `FORM ${spec.form}*  ${year} ${spec.title.join(' ')}   OMB No. ${spec.omb}`,
      spec.boxes.slice(0, 16),
      stated,
      leaders,
    )
    const other =
      kind === 'div'
        ? 'Form 1099-INT  Interest Income   OMB No. 1545-0112'
        : 'Form 1099-DIV  Dividends and Distributions   OMB No. 1545-0110'
    y = section(sheet, y + 10, other, OTHERS[kind] ?? [], {}, leaders)
    if (sales) proceeds(sheet, y + 10, chance.whole(2, 5))
    sheet.print`
      740 step 7.2: 40<532/6 * This is important tax information and is being furnished to the Internal Revenue
      & Service. If you are required to file a return, a negligence penalty or other sanction may be imposed on you
      & if this income is taxable and the IRS determines that it has not been reported. Copy B for Recipient.
    `
    const fields = {
      tax_year: String(year),
      payer_name: payer.name,
      payer_tin: tin,
      recipient_name: `${owner.first} ${owner.last}`,
      recipient_tin: recipientTin,
      account_number: account,
      ...all(spec.boxes.slice(0, 16), stated),
    }
    return {
      name: 'real-composite',
      bytes: await sheet.save(),
      truth: { document_type: spec.type, fields, risk: 'clean' },
    }
  }
}

// A composite prints a nought for every line that has nothing.
function all(lines: readonly Line[], stated: Record<string, string | number>): Record<string, string | number> {
  return Object.fromEntries(lines.flatMap(([, , field]) => (field ? [[field, stated[field] ?? 0]] : [])))
}

function section(
  sheet: FormPaper,
  top: number,
  title: string,
  lines: readonly Line[],
  stated: Record<string, string | number>,
  leaders: boolean,
): number {
  sheet.box(40, top - 9, 532, 13, 0, 0.9).text(44, top, title, { size: 8, bold: true })
  let y = top + 16
  for (const [box, caption, field] of lines) {
    const value = stated[field ?? '']
    const text = money(typeof value === 'number' ? value : 0, 'commas')
    sheet
      .text(44, y, `${leaders ? '' : 'Box '}${box}${leaders ? '.' : ''}`, { size: 7.5 })
      .text(80, y, caption, { size: 7.5 })
    if (leaders) sheet.text(500, y, '.'.repeat(50), { size: 7.5, align: 'right' })
    sheet.text(568, y, leaders ? text : `$ ${text}`, { size: 7.5, align: 'right' })
    y += 11.5
  }
  return y
}

function proceeds(sheet: FormPaper, top: number, rows: number): void {
  sheet.at(0, top)`
    box 40 -9 532 13 0.9
    0: 44b/8 Form 1099-B  Proceeds From Broker and Barter Exchange Transactions   OMB No. 1545-0715
    14: 44/7 1a Description  1b Date acquired  1c Date sold  1d Proceeds  1e Cost  Gain/Loss
  `
  for (let at = 0; at < rows; at++)
    sheet.at(0, top + 26 + at * 10)`
      0: 44/7 ${at + 2}0 SH FUND CL A   03/0${at + 1}/2018   05/1${at}/2019   1,${at}42.10   9${at}0.00   ${at}2.10
    `
}

export const us1099Broker: Readonly<Record<string, Generator>> = {
  'real-1099-composite-div': composite('div', true, true),
  'real-1099-composite-int': composite('int', false, false),
}
