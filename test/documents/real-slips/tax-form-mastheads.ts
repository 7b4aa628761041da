import type { FormSheet } from './form-sheet.ts'
import type { Spec } from './tax-form-specs.ts'

export type Masthead = (sheet: FormSheet, spec: Spec, year: number) => void

/** Return forms: the number large at the left, the title in the middle, the year large at the right. */
export const attachment: Masthead = (sheet, { form, title, omb, sub }, year) => {
  const schedule = /^Schedule/.test(form)
  if (schedule)
    sheet
      .text(36, 40, `SCHEDULE ${form.slice(9, 10)}`, { size: 11, bold: true })
      .text(36, 52, `(${form.slice(form.indexOf('(') + 1)}`, { size: 8, bold: true })
  else sheet.text(36, 48, 'Form', { size: 7 }).text(56, 48, form, { size: 20, bold: true })
  sheet.lines(36, 64, ['Department of the Treasury', 'Internal Revenue Service'], { size: 6 })
  sheet
    .text(306, 46, title, { size: 12, bold: true, align: 'middle' })
    .text(306, 58, sub ?? `Attach to Form 1040, 1040-SR, or 1040-NR.`, { size: 7.5, bold: true, align: 'middle' })
  sheet.text(306, 68, `Go to www.irs.gov/Form${form.replace(/\W/g, '')} for instructions and the latest information.`, {
    size: 7,
    align: 'middle',
  })
  sheet
    .text(545, 40, `OMB No. ${omb ?? '1545-0074'}`, { size: 6.5, align: 'middle' })
    .text(532, 60, '20', { size: 20, align: 'middle' })
    .text(556, 60, String(year).slice(2), { size: 20, bold: true, align: 'middle' })
  sheet
    .lines(545, 68, ['Attachment', `Sequence No. ${(form.length * 7) % 90}`], { size: 6, align: 'middle' })
    .rule(36, 76, 576, 76, 1)
  sheet
    .text(36, 84, 'Name(s) shown on return', { size: 6 })
    .text(440, 84, 'Your social security number', { size: 6, bold: true })
    .rule(36, 100, 576, 100)
  sheet
    .text(36, 760, 'For Paperwork Reduction Act Notice, see separate instructions.', { size: 6.5, bold: true })
    .text(400, 760, 'Cat. No. 63966F', { size: 6, align: 'middle' })
    .text(576, 760, `${schedule ? form : `Form ${form}`} (${year})`, { size: 7, bold: true, align: 'right' })
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
  sheet
    .text(36, 72, 'Your first name and middle initial', { size: 6 })
    .text(240, 72, 'Last name', { size: 6 })
    .text(460, 72, 'Your social security number', { size: 6, bold: true })
    .rule(36, 100, 576, 100)
  sheet
    .text(36, 760, 'For Disclosure, Privacy Act, and Paperwork Reduction Act Notice, see separate instructions.', {
      size: 6.5,
    })
    .text(576, 760, `Form ${form} (${year})`, { size: 7, align: 'right' })
}

export const quarterly: Masthead = (sheet, { form, title, omb }, year) => {
  sheet
    .text(36, 46, `Form ${form} for ${year}:`, { size: 14, bold: true })
    .text(190, 46, title, { size: 12, bold: true })
    .text(36, 58, `(Rev. March ${year})`, { size: 7 })
    .text(190, 58, 'Department of the Treasury — Internal Revenue Service', { size: 7 })
  sheet
    .text(576, 40, '950122', { size: 9, align: 'right' })
    .text(576, 52, `OMB No. ${omb ?? '1545-0029'}`, { size: 6.5, align: 'right' })
  sheet
    .text(36, 76, 'Employer identification number (EIN)', { size: 7 })
    .text(420, 76, `Report for this Quarter of ${year}`, { size: 9, bold: true })
    .text(420, 86, '(Check one.)  1: January, February, March', { size: 7 })
    .text(36, 92, 'Name (not your trade name)', { size: 7 })
  sheet
    .text(36, 760, 'For Privacy Act and Paperwork Reduction Act Notice, see the back of the Payment Voucher.', {
      size: 6.5,
    })
    .text(576, 760, `Form ${form} (Rev. 3-${year})`, { size: 7, align: 'right' })
}

export const certificate: Masthead = (sheet, { form, title, revision, sub }) => {
  sheet
    .text(36, 46, 'Form', { size: 7 })
    .text(56, 46, form, { size: 20, bold: true })
    .text(36, 57, `(Rev. ${revision})`, { size: 7 })
    .lines(36, 65, ['Department of the Treasury', 'Internal Revenue Service'], { size: 6 })
  sheet.prose(170, 46, 290, title, { size: 12, bold: true })
  sheet
    .text(200, 72, `Go to www.irs.gov/Form${form.replace(/\W/g, '')} for instructions and the latest information.`, {
      size: 7,
    })
    .prose(490, 46, 90, sub ?? 'Give form to the requester. Do not send to the IRS.', { size: 8, bold: true })
  sheet.rule(36, 78, 576, 78, 1).text(36, 90, '1  Name of entity/individual. An entry is required.', { size: 7 })
  sheet
    .text(36, 760, 'Cat. No. 10231X', { size: 6.5 })
    .text(576, 760, `Form ${form} (Rev. ${revision})`, { size: 7, align: 'right' })
}

export const partner: Masthead = (sheet, { form, title, omb }, year) => {
  sheet
    .text(300, 30, '651123', { size: 8 })
    .text(36, 46, 'Schedule K-1', { size: 14, bold: true })
    .text(36, 58, `(Form ${form.slice(form.indexOf('Form') + 5, -1)})`, { size: 10, bold: true })
    .text(230, 50, String(year), { size: 18, bold: true })
  sheet
    .lines(36, 68, ['Department of the Treasury', 'Internal Revenue Service'], { size: 6 })
    .text(150, 68, `For calendar year ${year}, or tax year`, { size: 6.5 })
    .text(36, 84, `beginning      /      / ${year}    ending      /      /`, { size: 6.5 })
  sheet
    .text(340, 42, 'Final K-1', { size: 7 })
    .text(400, 42, 'Amended K-1', { size: 7 })
    .text(576, 42, `OMB No. ${omb ?? '1545-0123'}`, { size: 6.5, align: 'right' })
    .text(310, 60, "Part III   Partner's Share of Current Year Income, Deductions, Credits, and Other Items", {
      size: 7,
      bold: true,
    })
  sheet
    .text(36, 100, title, { size: 9, bold: true })
    .text(
      36,
      760,
      `For Paperwork Reduction Act Notice, see the Instructions for ${form.slice(form.indexOf('(') + 1, -1)}.`,
      { size: 6.5 },
    )
    .text(576, 760, `Schedule K-1 (${form.slice(form.indexOf('(') + 1, -1)}) ${year}`, { size: 7, align: 'right' })
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
  sheet
    .lines(36, 40, ['Canada Revenue', 'Agency'], { size: 7 })
    .lines(100, 40, ['Agence du revenu', 'du Canada'], { size: 7 })
    .text(576, 40, 'Protected B when completed', { size: 7, bold: true, align: 'right' })
  sheet
    .text(36, 70, sub ?? '', { size: 8 })
    .text(306, 70, title.replace('YEAR', String(year)), { size: 13, bold: true, align: 'middle' })
    .text(576, 70, /^T1$/.test(form) ? 'T1' : form, { size: 13, bold: true, align: 'right' })
  sheet
    .text(36, 88, `Tax year ${year}`, { size: 8 })
    .text(36, 760, `${form} E (${String(year).slice(2)})`, { size: 7 })
    .text(306, 760, '(Ce formulaire est disponible en français.)', { size: 6.5, align: 'middle' })
}

/** A small slip of the agency that is none of those whose boxes are read. */
export const slip: Masthead = (sheet, { form, title, sub }, year) => {
  sheet
    .lines(36, 40, ['Canada Revenue', 'Agency'], { size: 6 })
    .lines(90, 40, ['Agence du revenu', 'du Canada'], { size: 6 })
    .text(576, 44, form, { size: 16, bold: true, align: 'right' })
  sheet
    .lines(500, 42, [title, sub ?? ''], { size: 7, bold: true, align: 'right' })
    .text(180, 42, 'Year', { size: 6 })
    .text(180, 49, 'Année', { size: 6 })
    .text(206, 47, String(year), { size: 10 })
  for (const [at, caption] of [
    '14 Total benefits paid / Prestations totales versées',
    '16 Regular and other benefits / Prestations régulières',
    '22 Income tax deducted / Impôt sur le revenu retenu',
    '12 Social insurance number / Numéro d’assurance sociale',
  ].entries())
    sheet
      .box(36 + at * 136, 70, 130, 30)
      .text(38 + at * 136, 77, caption, { size: 4.6 })
      .text(150 + at * 136, 95, `${at + 1},${(year * 7 + at * 113) % 900}.40`, { size: 8, align: 'right' })
  sheet
    .text(36, 400, `${form} (${String(year).slice(2)})`, { size: 7, bold: true })
    .text(576, 400, 'Protected B / Protégé B when completed / une fois rempli', { size: 5.5, align: 'right' })
}
