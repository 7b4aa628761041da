import { expect, test } from 'vitest'
import { labelPattern } from '../../server/src/documents/extract/labels/label.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

/** What is read of a page of these lines, whose cells stand 180 points apart. */
async function read(lines: readonly string[]) {
  const content = lines.flatMap((line, row) =>
    line.split('|').map((cell, column) => {
      const place = `1 0 0 1 ${40 + 180 * column} ${750 - 15 * row} Tm`
      return `BT /F1 9 Tf ${place} (${escaped(cell)}) Tj ET`
    }),
  )
  const { parts } = await runPipeline(rawPdf({ content: content.join('\n') }), undefined, { ocr: false })
  return parts.map(({ type, fields }) => ({
    type,
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
  }))
}

const RENT = (date: string, from: string, sum: string, by: string) => [
  'RENT RECEIPT',
  `Date: ${date}|Receipt No. ${date}`,
  `Received from ${from} the sum of $ ${sum}`,
  `Received by ${by}`,
]

const T4A = (pension: string) => [
  'Canada Revenue Agency|Agence du revenu du Canada|T4A',
  'Statement of Pension, Retirement, Annuity, and Other Income',
  "Payer's name - Nom du payeur|Year / Annee",
  `061 Payer's account number|016 Pension or superannuation|022 Income tax deducted`,
  `|${pension}`,
  "012 Social insurance number|013 Recipient's program account number|018 Lump-sum payments",
  'Last name (in capital letters)|First name|Initials',
  '020 Self-employed commissions|024 Annuities|048 Fees for services',
  'T4A (23)|Protected B when completed',
]

const EMPLOYMENT = (employer: string, telephone: string) => [
  'VERIFICATION OF EMPLOYMENT',
  'To be completed by the employer',
  "Employee's name: ______________________|Social Security No.: ___-__-____",
  `Employer's telephone: ${telephone}`,
  ...(employer === '' ? [] : [`Employer: ${employer}`]),
  'Job title: ____________________|Date of hire: __/__/____',
  'Rate of pay: $____________ per [ ] hour [ ] week [ ] year',
  'Signature of employer|Title|Date (MM/DD/YYYY)',
]

const LETTER = (employer: string) => [
  employer,
  'To whom it may concern,',
  'This letter is to confirm that [Employee Name] is employed as a [Job Title] since [Start Date].',
  'The annual gross salary is $[Amount].',
]

test.each<[string, string[], string, string[]]>([
  ['a form for employers', EMPLOYMENT('', '(___) ___-____'), 'INCOME_LETTER', []],
  ['a form with the number of a telephone', EMPLOYMENT('', '(404) 555-0100'), 'INCOME_LETTER', []],
  ['a template of a letter', LETTER('[Company Letterhead]'), 'INCOME_LETTER', []],
  [
    'a template of a stub',
    [
      'EARNINGS STATEMENT',
      'Employer name: ____________|Employee name: ____________|SSN: XXX-XX-XXXX',
      'Pay period: __/__/____ to __/__/____|Pay date: __/__/____',
      'Earnings|Rate|Current',
      'Regular',
      'Gross pay',
      'Deductions',
      'Net pay',
    ],
    'PAY_STUB',
    [],
  ],
  [
    'a template of a statement',
    [
      'BANK NAME',
      'Statement of account',
      'Account holder: [Customer Name]|Account number: XXXXXXXXXX',
      'Statement period: MM/DD/YYYY - MM/DD/YYYY',
      'Date|Description|Balance',
    ],
    'BANK_STATEMENT',
    [],
  ],
  ['a form of a receipt', RENT('__________', '______________', '__________', '__________'), 'RECEIPT', []],
  ['the number of a layout', T4A(''), 'T4A_TAX_SLIP', ['tax_year']],
])('captions and placeholders are no values: %s', async (_, lines, type, allowed) => {
  const [part] = await read(lines)
  expect(part?.type).toBe(type)
  expect(Object.entries(part?.fields ?? {}).filter(([name]) => !allowed.includes(name))).toEqual([])
})

test('what is filled in is read', async () => {
  const fieldsOf = async (lines: readonly string[]) => (await read(lines))[0]?.fields
  expect(await fieldsOf(EMPLOYMENT('Merrow Timber Ltd', '(404) 555-0100'))).toMatchObject({
    employer_name: 'Merrow Timber Ltd',
  })
  expect(await fieldsOf(LETTER('Current Title Agency Ltd'))).toMatchObject({
    employer_name: 'Current Title Agency Ltd',
  })
  expect(await fieldsOf(T4A('18,400.23'))).toMatchObject({ pension_or_superannuation: 18400.23, tax_year: '2023' })
})

test.each([
  ["employer's telephone", 'employer', false],
  ['employer: merrow ltd', 'employer', true],
  ["employer's name", "employer's name", true],
  ["fatura no'su 17", 'fatura no', true],
])('whether %j begins with the caption %j: %s', (text, label, begins) => {
  expect(text.search(labelPattern(label)) === 0).toBe(begins)
})
