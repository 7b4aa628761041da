import { describe, expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { compareCopies } from '../../server/src/documents/risk/copies.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { type Case, codesOf, flagNamed, flagsOf, partOf, readingOf, SOURCE, word } from './risk-case.ts'

/** A page with a line of prose for each text. */
function prose(...texts: string[]): Word[] {
  return texts.flatMap((text, line) => {
    let x = 40
    return text.split(' ').map((part) => {
      const box: Box = [x, 780 - 20 * line, x + 5 * part.length, 790 - 20 * line]
      x += 5 * part.length + 3
      return word(part, box)
    })
  })
}

describe('dates', () => {
  test.each([
    ['INVOICE', { invoice_date: '2024-03-15', due_date: '2024-03-01' }, 'DUE_BEFORE_INVOICED', true],
    [
      'BANK_STATEMENT',
      { statement_start_date: '2024-03-31', statement_end_date: '2024-03-14' },
      'PERIOD_ENDS_BEFORE_START',
      true,
    ],
    ['PAY_STUB', { pay_period_start: '2024-03-31', pay_period_end: '2024-03-14' }, 'PERIOD_ENDS_BEFORE_START', true],
    ['PAY_STUB', { pay_period_start: '2024-03-31', pay_date: '2024-03-22' }, 'PAID_BEFORE_PERIOD', false],
    ['PAY_STUB', { pay_period_start: '2024-03-31', pay_date: '2024-03-14' }, 'PAID_BEFORE_PERIOD', true],
    ['PAY_STUB', { pay_period_end: '2023-03-14', pay_date: '2024-03-14' }, 'PAID_LONG_AFTER_PERIOD', true],
    ['PAY_STUB', { pay_period_end: '2024-01-31', pay_date: '2024-03-14' }, 'PAID_AFTER_PERIOD', true],
    [
      'PAY_STUB',
      { pay_period_start: '2024-03-01', pay_period_end: '2024-04-15', pay_frequency: 'Biweekly' },
      'PAY_PERIOD_TOO_LONG',
      false,
    ],
  ] as const)('%s %o', (type, fields, code, proof) => {
    expect(flagNamed({ type, fields }, code).proof).toBe(proof)
    const inOrder = Object.fromEntries(
      Object.entries(fields).map(([name]) => [name, name === 'pay_frequency' ? 'Weekly' : '2024-03-14']),
    )
    expect(codesOf({ type, fields: inOrder })).toEqual([])
  })

  test('dates of two time zones, and dates that only one order of day and month puts out of order', () => {
    const invoice: Case = { type: 'INVOICE', fields: { invoice_date: '2024-03-15', due_date: '2024-03-14' } }
    expect(codesOf(invoice)).toEqual([])
    const part = partOf({ ...invoice, fields: { invoice_date: '2024-05-03', due_date: '2024-04-06' } })
    const printed = (date: string, due: string) => {
      for (const [name, text] of [
        ['invoice_date', date],
        ['due_date', due],
      ] as const)
        if (part.fields[name]) part.fields[name].printed = text
      return flagsOfPart(part, 'DUE_BEFORE_INVOICED')
    }
    // Read the other way round, 5 March is due on 4 June.
    expect(printed('05/03/2024', '04/06/2024')).toMatchObject([{ severity: 'low', proof: false }])
    expect(printed('03.05.2024', '06.04.2024')).toMatchObject([{ severity: 'medium', proof: true }])
  })

  test.each([
    ['Due date: 02/30/2026', true],
    ['Fällig am 31.04.2025', true],
    ['Dated February 30, 2025', true],
    ['Issued 2025-02-29', true],
    ['Issued 29.02.2024', false],
    ['Due 28/02/2025, paid 12/31/2025', false],
    ['Invoice no. 31/02/2025', false],
    ['Faktura nr 30/02/2025', false],
    ['Part 45/61/2025', false],
    ['Rooms 31/02/25', false],
  ])('a day that no calendar has: %s', (line, impossible) => {
    const flags = flagsOf({ type: 'INVOICE', words: prose(line) })
    expect(flags.map(({ code, proof }) => [code, proof])).toEqual(impossible ? [['IMPOSSIBLE_DATE', true]] : [])
  })

  test('days that may be months accuse nobody', () => {
    const made: Case = { type: 'PAY_STUB', fields: { pay_period_start: '2024-05-03', pay_period_end: '2024-04-06' } }
    const part = partOf(made)
    expect(flagNamed(made, 'PERIOD_ENDS_BEFORE_START').severity).toBe('high')
    for (const field of Object.values(part.fields)) field.printed = '05/03/2024'
    expect(flagsOfPart(part, 'PERIOD_ENDS_BEFORE_START')).toMatchObject([{ severity: 'low', proof: false }])
  })

  test('a letter of after its file', () => {
    const letter = (created: string, modified: string): Case => ({
      type: 'INCOME_LETTER',
      fields: { letter_date: '2024-06-20' },
      source: { info: { ...SOURCE.info, created, modified } },
    })
    const late = flagNamed(letter('2024-03-01T00:00:00Z', ''), 'DATED_AFTER_FILE')
    expect(late).toMatchObject({ severity: 'medium', proof: true })
    const weeks = flagNamed(letter('2024-06-01T00:00:00Z', ''), 'DATED_AFTER_FILE')
    expect(weeks).toMatchObject({ severity: 'medium', proof: false })
    const form = letter('2024-03-01T00:00:00Z', '')
    expect(flagNamed({ ...form, source: { ...form.source, hasForm: true } }, 'DATED_AFTER_FILE').proof).toBe(false)
    expect(codesOf(letter('2024-03-01T00:00:00Z', '2024-06-20T00:00:00Z'))).toEqual([])
    expect(codesOf(letter('2000-01-01T00:00:00Z', ''))).toEqual([])
    expect(codesOf(letter('', ''))).toEqual([])
  })

  test('a statement that lists what was paid after its file was written', () => {
    const listing = (...dates: string[]) =>
      flagNamed(
        {
          type: 'CREDIT_CARD_STATEMENT',
          fields: { statement_start_date: '2024-05-21', statement_end_date: '2024-06-20' },
          rows: dates.map((date) => ({ date, description: 'Shop', withdrawal: 12.5 })),
          source: { info: { ...SOURCE.info, created: '2024-06-04T00:00:00Z' } },
        },
        'DATED_AFTER_FILE',
      ).proof
    expect(listing('2024-05-30', '2024-06-10', '2024-06-18')).toBe(true)
    expect(listing('2024-05-30', '2024-06-06', '2024-06-18')).toBe(false)
  })

  test('transactions outside the period', () => {
    const statement = (...dates: string[]): Case => ({
      type: 'BANK_STATEMENT',
      fields: { statement_start_date: '2024-03-01', statement_end_date: '2024-03-31' },
      rows: dates.map((date) => ({ date, description: 'Shop' })),
    })
    expect(codesOf(statement('2024-02-27', '2024-03-05', '2024-04-01'))).toEqual([])
    expect(flagNamed(statement('2024-03-05', '2024-03-09', '2024-06-25'), 'TRANSACTIONS_OUTSIDE_PERIOD').proof).toBe(
      true,
    )
    expect(flagNamed(statement('2024-03-05', '2024-03-09', '2024-06-03'), 'TRANSACTIONS_OUTSIDE_PERIOD')).toMatchObject(
      {
        severity: 'low',
        proof: false,
      },
    )
    expect(flagNamed(statement('2024-06-01', '2024-06-09', '2024-06-15'), 'TRANSACTIONS_OUTSIDE_PERIOD').proof).toBe(
      true,
    )
  })
})

function flagsOfPart(part: ReturnType<typeof partOf>, code: string) {
  return findFlags(readingOf({ type: part.type }, [part]), [part]).filter((flag) => flag.code === code)
}

describe('forms', () => {
  const t4 = (year: string, tag: string): Case => ({
    type: 'T4_TAX_SLIP',
    fields: { tax_year: year },
    words: prose(`T4 (${tag}) Protected B when completed`),
  })
  test('a form made long after or before the year that it states', () => {
    expect(codesOf(t4('2023', '23'))).toEqual([])
    expect(codesOf(t4('2021', '23'))).toEqual([])
    expect(codesOf(t4('2019', '24'))).toEqual(['FORM_YEAR_DISAGREES'])
  })
})

describe('amounts in words', () => {
  test('disagree with the figures', () => {
    const stub = (spelled: string): Case => ({
      type: 'PAY_STUB',
      fields: { net_pay: 1234.56 },
      words: prose(`${spelled} dollars`),
    })
    expect(codesOf(stub('one thousand two hundred thirty-four and 56/100'))).toEqual([])
    expect(flagNamed(stub('nine thousand two hundred thirty-four and 56/100'), 'SPELLED_AMOUNT_DISAGREES').proof).toBe(
      true,
    )
  })
})

describe('copies of a slip', () => {
  const fields = {
    tax_year: '2024',
    employer_name: 'Larkspur Millwork',
    employee_ssn: '223-45-6780',
    wages_tips_other_compensation: 50_000,
    federal_income_tax_withheld: 6000,
    social_security_wages: 52_000,
    social_security_tax_withheld: 3224,
  }
  const copy = (change: Record<string, string | number>) =>
    partOf({ type: 'W2_TAX_SLIP', fields: { ...fields, ...change } })

  test('say the same', () => {
    expect(compareCopies([copy({}), copy({})])).toEqual([])
    const flags = compareCopies([copy({}), copy({ wages_tips_other_compensation: 90_000 })])
    expect(flags).toMatchObject([{ code: 'COPIES_DISAGREE', proof: true, fields: ['wages_tips_other_compensation'] }])
    expect(flags[0]?.message).toContain('50,000.00 and 90,000.00')
  })

  test('other slips are no copies', () => {
    expect(compareCopies([copy({}), copy({ employee_ssn: '323-45-6780', wages_tips_other_compensation: 9 })])).toEqual(
      [],
    )
    expect(compareCopies([copy({}), copy({ tax_year: '2023', wages_tips_other_compensation: 9 })])).toEqual([])
    const second = { wages_tips_other_compensation: 9, federal_income_tax_withheld: 1, social_security_wages: 9 }
    expect(compareCopies([copy({}), copy(second)])).toEqual([])
  })
})

describe('an e-invoice against its page', () => {
  const xmlWith = (more: string) => `<rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c">
    <rsm:ExchangedDocument><ram:ID>R-2041</ram:ID><ram:IssueDateTime>
    <udt:DateTimeString format="102">20240517</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction>${more}<ram:ApplicableHeaderTradeSettlement>
    <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    <ram:TaxTotalAmount currencyID="EUR">190.00</ram:TaxTotalAmount>
    <ram:GrandTotalAmount>1190.00</ram:GrandTotalAmount><ram:DuePayableAmount>1190.00</ram:DuePayableAmount>
    </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
    </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
  const attached = (xml: string) => [{ name: 'factur-x.xml', description: '', xml, bytes: xml.length }]
  const attachments = attached(xmlWith(''))
  const invoice = (number: string, date: string, total: string, tax: string, filler = 5): Case => ({
    type: 'INVOICE',
    source: { attachments },
    words: prose(
      `Invoice ${number} of ${date}`,
      ...Array.from({ length: filler }, (_, n) => `for goods delivered in week ${n + 2}`),
      `Tax ${tax}`,
      `Total ${total}`,
    ),
  })

  test('that prints what it says raises nothing, in any way of writing', () => {
    expect(codesOf(invoice('R-2041', '17.05.2024', '1.190,00', '190,00'))).toEqual([])
    expect(codesOf(invoice('R 2041', 'May 17, 2024', '1,190.00', '190.00'))).toEqual([])
  })

  test.each([
    ['number', ['R-9999', '17.05.2024', '1.190,00', '190,00'], ['EINVOICE_NUMBER'], true],
    ['date', ['R-2041', '28.05.2024', '1.190,00', '190,00'], ['EINVOICE_DATE'], true],
    ['time zone', ['R-2041', '18.05.2024', '1.190,00', '190,00'], ['EINVOICE_DATE'], false],
    ['tax, of which there may be several', ['R-2041', '17.05.2024', '1.190,00', '180,00'], ['EINVOICE_TAX'], false],
    ['total', ['R-2041', '17.05.2024', '9.190,00', '190,00'], ['EINVOICE_TOTAL'], true],
    ['number and date', ['R-9999', '18.05.2024', '1.190,00', '190,00'], ['EINVOICE_NUMBER', 'EINVOICE_DATE'], true],
  ] as const)('another %s', (_, printed, codes, proof) => {
    const flags = flagsOf(invoice(...(printed as unknown as [string, string, string, string])))
    expect(flags.map(({ code }) => code)).toEqual(codes)
    expect(flags.every((flag) => flag.proof === proof)).toBe(true)
  })

  test('another total than the one that the page is read for, though it prints that too', () => {
    const made = invoice('R-2041', '17.05.2024', '1.190,00', '190,00')
    const raised = { ...made, fields: { invoice_total: 9190 } }
    expect(flagNamed(raised, 'EINVOICE_TOTAL')).toMatchObject({ severity: 'medium', fields: ['invoice_total'] })
    expect(codesOf({ ...made, fields: { invoice_total: 1190 } })).toEqual([])
    expect(codesOf({ ...raised, fieldConfidence: 0.5 })).not.toContain('EINVOICE_TOTAL')
  })

  test('paid to another account than the pages say', () => {
    const account = (iban: string) =>
      `<ram:ApplicableHeaderTradeSettlement><ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${iban}</ram:IBANID>
      </ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      </ram:ApplicableHeaderTradeSettlement>`
    const made = invoice('R-2041', '17.05.2024', '1.190,00', '190,00')
    const paidTo = (iban: string, printed: string): Case => ({
      ...made,
      words: [...(made.words ?? []), ...prose(printed).map((one) => ({ ...one, box: lower(one.box) }))],
      source: { attachments: attached(xmlWith(account(iban))) },
    })
    const lower = ([left, foot, right, head]: Box): Box => [left, foot - 400, right, head - 400]
    const [one, other] = ['DE89370400440532013000', 'IBAN GB29 NWBK 6016 1331 9268 19']
    expect(flagNamed(paidTo(one, other), 'EINVOICE_IBAN')).toMatchObject({ severity: 'high', proof: true })
    expect(codesOf(paidTo(one, 'IBAN DE89 3704 0044 0532 0130 00'))).toEqual([])
    expect(codesOf(paidTo(one, 'IBAN on request'))).toEqual([])
  })

  test('from somebody else, over other lines', () => {
    const line = (amount: string) =>
      `<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement>
      <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount}</ram:LineTotalAmount>
      </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
      </ram:IncludedSupplyChainTradeLineItem>`
    const seller = (name: string) =>
      `<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${name}</ram:Name>
      </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>`
    const over = (more: string): Case => ({
      ...invoice('R-2041', '17.05.2024', '1.190,00', '190,00'),
      source: { attachments: attached(xmlWith(more)) },
    })
    expect(codesOf(over(`${line('1190.00')}${line('17.00')}${seller('Goods and Week GmbH')}`))).toEqual([])
    const flags = flagsOf(over(`${line('81.90')}${line('17.00')}${seller('Fennimore Oak Ltd')}`))
    expect(flags.map(({ code }) => code)).toEqual(['EINVOICE_LINES', 'EINVOICE_SELLER'])
    expect(flags.every(({ proof }) => proof)).toBe(true)
  })

  test('whose page is a picture that was not read says nothing', () => {
    expect(codesOf(invoice('R-9999', '18.05.2024', '9.190,00', '190,00', 0))).toEqual([])
  })
})
