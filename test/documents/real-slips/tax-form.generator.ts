import type { Generator } from '../specimen.ts'
import { FormSheet } from './form-sheet.ts'
import { company, person, programAccount, socialInsuranceNumber, socialSecurityNumber } from './people.ts'
import {
  agency,
  attachment,
  certificate,
  individual,
  information,
  type Masthead,
  partner,
  quarterly,
  slip,
} from './tax-form-mastheads.ts'
import { AGENCY, ATTACHMENTS, CERTIFICATES, INFORMATION, SLIPS, type Spec } from './tax-form-specs.ts'

const LINES = [
  '1  Total amount from Form(s) W-2, box 1 (see instructions)',
  '2a  Tax-exempt interest',
  '3a  Qualified dividends',
  '4  Taxable amount',
  '5  Add lines 1 through 4',
  '6  Enter the smaller of line 4 or line 5',
  '7  Capital gain or (loss). Attach Schedule D if required',
  '8  Other income from Form 1099-MISC or Form 1099-NEC',
  '9  Total. Add lines 5, 7, and 8',
  '10  Subtract line 9 from line 6. If zero or less, enter -0-',
  '11  Multiply line 10 by 15% (0.15)',
  '12  Amount from Form 8812, line 14',
] as const

function forms(masthead: Masthead, specs: readonly Spec[], filled: boolean): Generator {
  return async (chance) => {
    const spec = chance.pick(specs)
    const year = chance.whole(2019, 2025)
    const sheet = await FormSheet.open()
    masthead(sheet, spec, year)
    for (let at = 0; at < 34; at++)
      sheet
        .text(44, 120 + at * 17, `${at + 1}  ${chance.pick(LINES).replace(/^\w+ +/, '')}`, { size: 7.5 })
        .text(470, 120 + at * 17, String(at + 1), { size: 7.5 })
        .text(560, 120 + at * 17, filled && chance.happens(0.4) ? String(chance.whole(10, 90000)) : '', {
          size: 8,
          family: 'mono',
          align: 'right',
        })
    if (filled) {
      const who = person(chance, 'US')
      sheet
        .text(44, 97, `${who.first} ${who.last}`, { size: 9 })
        .text(470, 97, chance.happens(0.8) ? socialSecurityNumber(chance) : socialInsuranceNumber(chance, 'blanks'), {
          size: 9,
        })
      sheet.text(
        44,
        742,
        chance.happens(0.5)
          ? `Preparer: ${company(chance, 'US').name}`
          : `Account ${programAccount(chance, 'RT', true)}`,
        { size: 7 },
      )
    }
    const fields: Record<string, string> = { form_name: spec.form }
    if (!spec.revision) fields.tax_year = String(year)
    return {
      name: `real-${spec.form}`,
      bytes: await sheet.save(),
      truth: { document_type: 'TAX_FORM', fields, risk: 'clean' },
    }
  }
}

export const taxForms: Readonly<Record<string, Generator>> = {
  'real-form-individual': forms(
    individual,
    [
      { form: '1040', title: 'U.S. Individual Income Tax Return' },
      { form: '1040-SR', title: 'U.S. Tax Return for Seniors' },
      { form: '1040-NR', title: 'U.S. Nonresident Alien Income Tax Return' },
    ],
    true,
  ),
  'real-form-attachment': forms(attachment, ATTACHMENTS, false),
  'real-form-attachment-filled': forms(attachment, ATTACHMENTS, true),
  'real-form-quarterly': forms(
    quarterly,
    [
      { form: '941', title: "Employer's QUARTERLY Federal Tax Return" },
      { form: '943', title: "Employer's Annual Federal Tax Return for Agricultural Employees", omb: '1545-0035' },
    ],
    false,
  ),
  'real-form-certificate': forms(certificate, CERTIFICATES, false),
  'real-form-k1': forms(
    partner,
    [
      { form: 'Schedule K-1 (Form 1065)', title: 'Part I   Information About the Partnership' },
      { form: 'Schedule K-1 (Form 1120-S)', title: 'Part I   Information About the Corporation' },
      { form: 'Schedule K-1 (Form 1041)', title: 'Part I   Information About the Estate or Trust', omb: '1545-0092' },
    ],
    true,
  ),
  'real-form-information': forms(information, INFORMATION, false),
  'real-form-slip': forms(slip, SLIPS, false),
  'real-form-agency': forms(agency, AGENCY, false),
}
