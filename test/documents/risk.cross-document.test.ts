import { describe, expect, test } from 'vitest'
import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { crossValidate, type EarlierDocument } from '../../server/src/documents/risk/cross-document.ts'
import { subjectsOf } from '../../server/src/documents/risk/subjects.ts'
import { partOf } from './risk-case.ts'

type Values = Record<string, string | number>

const earlier = (type: DocumentType, fields: Values, more: Partial<EarlierDocument> = {}): EarlierDocument => ({
  document_id: 'doc_before',
  type,
  created_at: '2025-02-01T00:00:00.000Z',
  sha256: 'a'.repeat(64),
  fields,
  ...more,
})

const against = (type: DocumentType, fields: Values, ...others: EarlierDocument[]) =>
  crossValidate({ sha256: 'b'.repeat(64), part: partOf({ type, fields }) }, others)
const codes = (...args: Parameters<typeof against>) => against(...args).map(({ code }) => code)

const T4 = {
  tax_year: '2024',
  employer_name: 'Larkspur Millwork Inc.',
  employer_account_number: '130692544RP0001',
  employee_name: 'Ines Okafor',
  social_insurance_number: '130 692 544',
  employment_income: 60_000,
}
const before = (change: Values) =>
  earlier('T4_TAX_SLIP', { ...T4, tax_year: '2023', employment_income: 58_000, ...change })

describe('persons and employers', () => {
  test('what agrees raises nothing, however it is written', () => {
    expect(codes('T4_TAX_SLIP', T4, before({}))).toEqual([])
    expect(
      codes('T4_TAX_SLIP', T4, before({ employee_name: 'OKAFOR, Inès', employer_name: 'LARKSPUR MILLWORK' })),
    ).toEqual([])
    expect(codes('T4_TAX_SLIP', T4, before({ social_insurance_number: '*** *** 544' }))).toEqual([])
  })

  test.each([
    ['another SIN', { social_insurance_number: '271 456 782' }, 'PERSON_ID_CHANGED', 'medium'],
    ['another person under the SIN', { employee_name: 'Tomas Brandt' }, 'PERSON_NAME_CHANGED', 'medium'],
    ['the name in another spelling', { employee_name: 'Ines M Okafor' }, 'PERSON_NAME_CHANGED', 'low'],
    ['another payroll account', { employer_account_number: '870011142RP0001' }, 'EMPLOYER_ID_CHANGED', 'medium'],
    ['another employer on the account', { employer_name: 'Northmere Foods' }, 'EMPLOYER_NAME_CHANGED', 'medium'],
    ['an income half as large', { employment_income: 30_000 }, 'INCOME_OUT_OF_LINE', 'low'],
    ['the same year with another income', { tax_year: '2024' }, 'SAME_YEAR_OTHER_INCOME', 'medium'],
  ])('%s', (_, change, code, severity) => {
    const flags = against('T4_TAX_SLIP', T4, before(change as Values))
    expect(flags).toEqual([expect.objectContaining({ code, severity, family: 'cross_document' })])
    expect(flags[0]?.message).toContain('doc_before')
    expect(flags[0]?.evidence.length).toBeGreaterThan(0)
  })

  test('years apart, and other employers, are not compared by income', () => {
    expect(codes('T4_TAX_SLIP', T4, before({ tax_year: '2019', employment_income: 20_000 }))).toEqual([])
    const other = {
      employer_name: 'Northmere Foods',
      employer_account_number: '870011142RP0001',
      employment_income: 20_000,
    }
    expect(codes('T4_TAX_SLIP', T4, before(other))).toEqual([])
  })

  test('one flag stands for all that say the same, against the newest', () => {
    const other = { social_insurance_number: '271 456 782' }
    const newer = { ...before(other), document_id: 'doc_newer', created_at: '2025-05-01T00:00:00.000Z' }
    const flags = against('T4_TAX_SLIP', T4, before(other), newer)
    expect(flags).toHaveLength(1)
    expect(flags[0]?.message).toContain('doc_newer and 1 more')
  })

  test('a year that shrinks between two stubs', () => {
    const stub = { employer_name: 'Halden', employee_name: 'I Okafor', pay_date: '2024-06-14', ytd_gross_pay: 30_000 }
    const earlierStub = (ytd: number) => earlier('PAY_STUB', { ...stub, pay_date: '2024-05-31', ytd_gross_pay: ytd })
    expect(codes('PAY_STUB', stub, earlierStub(27_500))).toEqual([])
    expect(codes('PAY_STUB', stub, earlierStub(31_000))).toEqual(['YEAR_TO_DATE_SHRINKS'])
  })
})

test('a tax year that begins in spring or July explains totals that begin anew, up to what was paid since', () => {
  const who = { employer_name: 'Halden', employee_name: 'I Okafor', gross_pay: 2500 }
  const weeks = { pay_period_start: '2024-07-08', pay_period_end: '2024-07-21', pay_date: '2024-07-24' }
  const june = earlier('PAY_STUB', { ...who, pay_date: '2024-06-26', ytd_gross_pay: 65_000 })
  expect(codes('PAY_STUB', { ...who, ...weeks, ytd_gross_pay: 5000 }, june)).toEqual([])
  expect(codes('PAY_STUB', { ...who, ...weeks, ytd_gross_pay: 50_000 }, june)).toEqual(['YEAR_TO_DATE_SHRINKS'])
  const april = { ...who, pay_date: '2024-04-30', ytd_gross_pay: 2500 }
  const march = earlier('PAY_STUB', { ...who, pay_date: '2024-03-29', ytd_gross_pay: 30_000 })
  expect(codes('PAY_STUB', april, march)).toEqual([])
  const august = { ...who, pay_date: '2024-08-30', ytd_gross_pay: 10_000 }
  expect(codes('PAY_STUB', august, june)).toEqual([])
})

describe('the year so far is the one before and this pay', () => {
  const period = { pay_period_start: '2024-06-01', pay_period_end: '2024-06-14' }
  const who = { employer_name: 'Halden', employee_name: 'I Okafor' }
  const stub = { ...who, ...period, pay_date: '2024-06-14', gross_pay: 2500, ytd_gross_pay: 30_000 }
  const may = { ...who, pay_date: '2024-05-31', pay_period_end: '2024-05-31', gross_pay: 2500 }
  const told = (change: Values) =>
    against('PAY_STUB', stub, earlier('PAY_STUB', { ...may, ytd_gross_pay: 27_500, ...change })).map(
      ({ code, severity, proof }) => [code, severity, proof],
    )

  test.each([
    ['in order', {}, []],
    ['rounded', { ytd_gross_pay: 27_500.02 }, []],
    ['another employer', { employer_name: 'Northmere', ytd_gross_pay: 29_000 }, []],
    ['another year', { pay_date: '2023-12-29', ytd_gross_pay: 29_000 }, []],
    ['stubs between the two', { pay_period_end: '2024-04-30', pay_date: '2024-04-30', ytd_gross_pay: 20_000 }, []],
    ['less than both', { ytd_gross_pay: 29_000 }, [['YEAR_TO_DATE_NOT_CARRIED_ON', 'medium', true]]],
    ['a bonus apart, or this pay lowered', { ytd_gross_pay: 26_000 }, [['YEAR_TO_DATE_NOT_CARRIED_ON', 'low', false]]],
  ])('%s', (_, change, wanted) => expect(told(change as Values)).toEqual(wanted))

  test('in whichever order they are handed in', () => {
    const later = earlier('PAY_STUB', stub)
    expect(codes('PAY_STUB', { ...may, ytd_gross_pay: 29_000 }, later)).toEqual(['YEAR_TO_DATE_NOT_CARRIED_ON'])
  })
})

describe('accounts', () => {
  const march = {
    account_number: '0012-345678',
    statement_start_date: '2024-03-01',
    statement_end_date: '2024-03-31',
    opening_balance: 500,
    closing_balance: 800,
  }
  const february = (change: Values = {}) =>
    earlier('BANK_STATEMENT', {
      ...march,
      statement_start_date: '2024-02-01',
      statement_end_date: '2024-02-29',
      opening_balance: 200,
      closing_balance: 500,
      ...change,
    })

  test('balances carried on', () => {
    expect(codes('BANK_STATEMENT', march, february())).toEqual([])
    expect(codes('BANK_STATEMENT', march, february({ statement_end_date: '2024-03-01' }))).toEqual([])
    expect(codes('BANK_STATEMENT', march, february({ account_number: '****5678' }))).toEqual([])
  })

  test.each([
    ['a balance that is not carried on', { closing_balance: 350 }, 'BALANCE_NOT_CARRIED_ON'],
    [
      'months between',
      { statement_start_date: '2023-12-01', statement_end_date: '2023-12-31' },
      'STATEMENTS_LEAVE_GAP',
    ],
    ['an overlap', { statement_end_date: '2024-03-10' }, 'STATEMENTS_OVERLAP'],
    [
      'one period with two balances',
      { statement_start_date: '2024-03-01', statement_end_date: '2024-03-31' },
      'STATEMENT_PERIOD_TWICE',
    ],
  ])('%s', (_, change, code) => expect(codes('BANK_STATEMENT', march, february(change as Values))).toEqual([code]))

  test('the order in which statements are handed in does not matter', () => {
    const { fields } = february({ closing_balance: 350 })
    const flags = against('BANK_STATEMENT', fields, earlier('BANK_STATEMENT', march))
    expect(flags).toEqual([
      expect.objectContaining({ code: 'BALANCE_NOT_CARRIED_ON', proof: true, fields: ['closing_balance'] }),
    ])
  })

  test('a gap that another statement fills, and another account', () => {
    const january = february({ statement_start_date: '2024-01-01', statement_end_date: '2024-01-31' })
    expect(codes('BANK_STATEMENT', march, february(), january)).toEqual([])
    expect(codes('BANK_STATEMENT', march, february({ account_number: '0012-999999', closing_balance: 1 }))).toEqual([])
  })
})

describe('invoices and what is handed in twice', () => {
  const invoice = {
    invoice_number: 'R-2041',
    invoice_total: 1190,
    vendor_name: 'Fennimore Oak Ltd',
    vendor_tax_id: 'DE284619375',
    iban: 'DE89370400440532013000',
  }
  test.each([
    ['the same again', {}, ['RESUBMITTED_OTHER_FILE']],
    ['another amount', { invoice_total: 1990 }, ['SAME_INVOICE_OTHER_AMOUNT']],
    ['another account', { invoice_number: 'R-1', iban: 'GB29NWBK60161331926819' }, ['VENDOR_ACCOUNT_CHANGED']],
    ['another tax id', { invoice_number: 'R-1', vendor_tax_id: 'DE811907980' }, ['VENDOR_ID_CHANGED']],
    [
      'the same number of another vendor',
      { vendor_name: 'Halden', vendor_tax_id: 'DE811907980', invoice_total: 5 },
      [],
    ],
  ])('%s', (_, change, wanted) =>
    expect(codes('INVOICE', invoice, earlier('INVOICE', { ...invoice, ...change }))).toEqual(wanted),
  )

  test('a known vendor’s new account is a clear sign at an account', () => {
    const before = earlier('INVOICE', { ...invoice, invoice_number: 'R-1', iban: 'GB29NWBK60161331926819' })
    const flags = against('INVOICE', invoice, before)
    expect(flags).toMatchObject([{ code: 'VENDOR_ACCOUNT_CHANGED', severity: 'medium', proof: true }])
    expect(flags[0]?.at).toContain('account')
  })

  test('the same file is told and weighs nothing', () => {
    const flags = against('INVOICE', invoice, earlier('INVOICE', invoice, { sha256: 'b'.repeat(64) }))
    expect(flags).toEqual([expect.objectContaining({ code: 'RESUBMITTED', severity: 'info', proof: false })])
  })
})

test('subjects are who and what a document concerns, each once and without masks', () => {
  const parts = [
    partOf({ type: 'T4_TAX_SLIP', fields: T4 }),
    partOf({ type: 'T4_TAX_SLIP', fields: { ...T4, employee_name: 'Okafor Inès' } }),
  ]
  expect(subjectsOf(parts)).toEqual([
    { kind: 'person_id', value: '130692544' },
    { kind: 'person', value: 'ines okafor' },
    { kind: 'employer_id', value: '130692544RP0001' },
    { kind: 'employer', value: 'larkspur millwork' },
  ])
  const masked = partOf({
    type: 'BANK_STATEMENT',
    fields: { account_number: '****5678', account_holder_name: 'Ines Okafor' },
  })
  expect(subjectsOf([masked])).toEqual([{ kind: 'person', value: 'ines okafor' }])
})
