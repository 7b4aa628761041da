import { FormPaper } from '../printer/form-paper.ts'
import type { Generator } from '../specimen.ts'
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
import { AGENCY, ATTACHMENTS, CERTIFICATES, INFORMATION, SLIPS, type Spec, specs } from './tax-form-specs.ts'

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
    const sheet = await FormPaper.open()
    masthead(sheet, spec, year)
    for (let at = 0; at < 34; at++)
      sheet.at(0, at * 17)`
        120: 44/7.5 ${at + 1}  ${chance.pick(LINES).replace(/^\w+ +/, '')} | 470/7.5 ${at + 1}
        | 560>m/8 ${filled && chance.happens(0.4) ? String(chance.whole(10, 90000)) : ''}
      `
    if (filled) {
      const who = person(chance, 'US')
      sheet.print`
        97/9: 44 ${who.first} ${who.last}
        | 470 ${chance.happens(0.8) ? socialSecurityNumber(chance) : socialInsuranceNumber(chance, 'blanks')}
      `
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

const INDIVIDUAL = specs`
  1040 | U.S. Individual Income Tax Return
  1040-SR | U.S. Tax Return for Seniors
  1040-NR | U.S. Nonresident Alien Income Tax Return
`
const QUARTERLY = specs`
  941 | Employer's QUARTERLY Federal Tax Return
  943 | Employer's Annual Federal Tax Return for Agricultural Employees | 1545-0035
`
const PARTNERS = specs`
  Schedule K-1 (Form 1065) | Part I   Information About the Partnership
  Schedule K-1 (Form 1120-S) | Part I   Information About the Corporation
  Schedule K-1 (Form 1041) | Part I   Information About the Estate or Trust | 1545-0092
`

export const taxForms: Readonly<Record<string, Generator>> = {
  'real-form-individual': forms(individual, INDIVIDUAL, true),
  'real-form-attachment': forms(attachment, ATTACHMENTS, false),
  'real-form-attachment-filled': forms(attachment, ATTACHMENTS, true),
  'real-form-quarterly': forms(quarterly, QUARTERLY, false),
  'real-form-certificate': forms(certificate, CERTIFICATES, false),
  'real-form-k1': forms(partner, PARTNERS, true),
  'real-form-information': forms(information, INFORMATION, false),
  'real-form-slip': forms(slip, SLIPS, false),
  'real-form-agency': forms(agency, AGENCY, false),
}
