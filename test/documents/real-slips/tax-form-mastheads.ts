import type { FormPaper } from '../printer/form-paper.ts'
import { split } from '../printer/lists.ts'
import type { Spec } from './tax-form-specs.ts'

export type Masthead = (sheet: FormPaper, spec: Spec, year: number) => void

/** Return forms: the number large at the left, the title in the middle, the year large at the right. */
export const attachment: Masthead = (sheet, { form, title, omb, sub }, year) => {
  const schedule = /^Schedule/.test(form)
  if (schedule)
    sheet
      .text(36, 40, `SCHEDULE ${form.slice(9, 10)}`, { size: 11, bold: true })
      .text(36, 52, `(${form.slice(form.indexOf('(') + 1)}`, { size: 8, bold: true })
  else sheet.text(36, 48, 'Form', { size: 7 }).text(56, 48, form, { size: 20, bold: true })
  sheet.print`
    64: 36/6 Department of the Treasury ¶ Internal Revenue Service
    46: 306^b/12 ${title}
    58: 306^b/7.5 ${sub ?? `Attach to Form 1040, 1040-SR, or 1040-NR.`}
    68: 306^/7 Go to www.irs.gov/Form${form.replace(/\W/g, '')} for instructions and the latest information.
    40: 545^/6.5 OMB No. ${omb ?? '1545-0074'}
    60: 532^/20 20 | 556^b/20 ${String(year).slice(2)}
    68: 545^/6 Attachment ¶ Sequence No. ${(form.length * 7) % 90}
    rule 76 36 576 1
    84: 36/6 Name(s) shown on return | 440b/6 Your social security number
    rule 100 36 576
    760: 36b/6.5 For Paperwork Reduction Act Notice, see separate instructions. | 400^/6 Cat. No. 63966F
    | 576>b/7 ${schedule ? form : `Form ${form}`} (${year})
  `
}

export const individual: Masthead = (sheet, { form, title }, year) => {
  sheet
    .text(36, 42, 'Form', { size: 6 })
    .text(52, 46, form, { size: 20, bold: true })
    .text(118, 38, 'Department of the Treasury—Internal Revenue Service', { size: 6 })
    .text(118, 50, title, { size: 12, bold: true })
  sheet
    .text(370, 48, String(year), { size: 20, bold: true })
    .text(430, 40, 'OMB No. 1545-0074', { size: 6 })
    .text(576, 48, 'IRS Use Only—Do not write or staple in this space.', { size: 5.5, align: 'right' })
  sheet
    .text(
      36,
      62,
      `For the year Jan. 1–Dec. 31, ${year}, or other tax year beginning            , ${year}, ending            , 20     `,
      { size: 6.5 },
    )
    .text(576, 62, 'See separate instructions.', { size: 6.5, align: 'right' })
  sheet.print`
    72: 36/6 Your first name and middle initial | 240/6 Last name | 460b/6 Your social security number
    rule 100 36 576
    760: 36/6.5 For Disclosure, Privacy Act, and Paperwork Reduction Act Notice, see separate instructions.
    | 576>/7 Form ${form} (${year})
  `
}

export const quarterly: Masthead = (sheet, { form, title, omb }, year) => {
  sheet.print`
    46: 36b/14 Form ${form} for ${year}: | 190b/12 ${title}
    58/7: 36 (Rev. March ${year}) | 190 Department of the Treasury — Internal Revenue Service
    40: 576>/9 950122
    52: 576>/6.5 OMB No. ${omb ?? '1545-0029'}
    76: 36/7 Employer identification number (EIN) | 420b/9 Report for this Quarter of ${year}
    86: 420/7 (Check one.)  1: January, February, March
    92: 36/7 Name (not your trade name)
    760: 36/6.5 For Privacy Act and Paperwork Reduction Act Notice, see the back of the Payment Voucher.
    | 576>/7 Form ${form} (Rev. 3-${year})
  `
}

export const certificate: Masthead = (sheet, { form, title, revision, sub }) => {
  sheet.print`
    46: 36/7 Form | 56b/20 ${form}
    57: 36/7 (Rev. ${revision})
    65: 36/6 Department of the Treasury ¶ Internal Revenue Service
    46 step 14.4: 170<290b/12 ${title}
    72: 200/7 Go to www.irs.gov/Form${form.replace(/\W/g, '')} for instructions and the latest information.
    46 step 9.6: 490<90b/8 ${sub ?? 'Give form to the requester. Do not send to the IRS.'}
    rule 78 36 576 1
    90: 36/7 1  Name of entity/individual. An entry is required.
    760: 36/6.5 Cat. No. 10231X | 576>/7 Form ${form} (Rev. ${revision})
  `
}

export const partner: Masthead = (sheet, { form, title, omb }, year) => {
  sheet.print`
    30: 300/8 651123
    46: 36b/14 Schedule K-1
    58: 36b/10 (Form ${form.slice(form.indexOf('Form') + 5, -1)})
    50: 230b/18 ${year}
    68: 36/6 Department of the Treasury ¶ Internal Revenue Service | 150/6.5 For calendar year ${year}, or tax year
    84: 36/6.5 beginning      /      / ${year}    ending      /      /
    42: 340/7 Final K-1 | 400/7 Amended K-1 | 576>/6.5 OMB No. ${omb ?? '1545-0123'}
    60: 310b/7 Part III   Partner's Share of Current Year Income, Deductions, Credits, and Other Items
    100: 36b/9 ${title}
    760: 36/6.5 For Paperwork Reduction Act Notice, see the Instructions for ${form.slice(form.indexOf('(') + 1, -1)}.
    | 576>/7 Schedule K-1 (${form.slice(form.indexOf('(') + 1, -1)}) ${year}
  `
}

export const information: Masthead = (sheet, { form, title, omb }, year) => {
  sheet
    .text(240, 34, 'CORRECTED (if checked)', { size: 7 })
    .box(36, 40, 240, 80)
    .text(38, 48, "RECIPIENT'S/LENDER'S name, street address, city or town, state or province, country, ZIP", {
      size: 5.5,
    })
  sheet.box(396, 40, 90, 50).text(400, 48, `OMB No. ${omb ?? '1545-1380'}`, { size: 6 })
  if (year < 2022)
    sheet
      .text(440, 72, String(year), { size: 18, bold: true, align: 'middle' })
      .text(440, 86, `Form ${form}`, { size: 7, align: 'middle' })
  else
    sheet
      .text(440, 58, `Form ${form}`, { size: 8, bold: true, align: 'middle' })
      .text(440, 66, '(Rev. January 2022)', { size: 6, align: 'middle' })
      .text(440, 74, 'For calendar year', { size: 6, align: 'middle' })
      .text(440, 85, `20 ${String(year).slice(2)}`, { size: 9, align: 'middle' })
  sheet.prose(490, 50, 86, title, { size: 10, bold: true })
  sheet.lines(576, 130, ['Copy B', 'For Payer/Borrower'], { size: 7, bold: true, align: 'right' })
  sheet
    .text(36, 400, `Form ${form}`, { size: 8, bold: true })
    .text(200, 400, `(keep for your records)   www.irs.gov/Form${form.replace('-', '')}`, { size: 6 })
    .text(576, 400, 'Department of the Treasury - Internal Revenue Service', { size: 6, align: 'right' })
}

export const agency: Masthead = (sheet, { form, title, sub }, year) => {
  sheet.print`
    40: 36/7 Canada Revenue ¶ Agency | 100/7 Agence du revenu ¶ du Canada | 576>b/7 Protected B when completed
    70: 36/8 ${sub ?? ''} | 306^b/13 ${title.replace('YEAR', String(year))}
    | 576>b/13 ${/^T1$/.test(form) ? 'T1' : form}
    88: 36/8 Tax year ${year}
    760: 36/7 ${form} E (${String(year).slice(2)}) | 306^/6.5 (Ce formulaire est disponible en français.)
  `
}

/** A small slip of the agency that is none of those whose boxes are read. */
export const slip: Masthead = (sheet, { form, title, sub }, year) => {
  sheet.print`
    40/6: 36 Canada Revenue ¶ Agency | 90 Agence du revenu ¶ du Canada
    44: 576>b/16 ${form}
    42: 500>b/7 ${title} ¶ ${sub ?? ''} | 180/6 Year
    49: 180/6 Année
    47: 206/10 ${year}
  `
  for (const [at, caption] of split`
    14 Total benefits paid / Prestations totales versées | 16 Regular and other benefits / Prestations régulières
    | 22 Income tax deducted / Impôt sur le revenu retenu | 12 Social insurance number / Numéro d’assurance sociale
  `.entries())
    sheet
      .box(36 + at * 136, 70, 130, 30)
      .text(38 + at * 136, 77, caption, { size: 4.6 })
      .text(150 + at * 136, 95, `${at + 1},${(year * 7 + at * 113) % 900}.40`, { size: 8, align: 'right' })
  sheet
    .text(36, 400, `${form} (${String(year).slice(2)})`, { size: 7, bold: true })
    .text(576, 400, 'Protected B / Protégé B when completed / une fois rempli', { size: 5.5, align: 'right' })
}
