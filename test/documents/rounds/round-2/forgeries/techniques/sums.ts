import { readFileSync } from 'node:fs'
import { AFRelationship } from '@cantoo/pdf-lib'
import { type Job, type Technique, turning } from '../job.ts'
import { withEdit } from '../overlay.ts'

const reprinted = ({ paper, swaps }: Job): Promise<Uint8Array> => paper.print(swaps)

const XML = new URL('../../../round-1/layouts/factur-x.xml', import.meta.url)

const ACCOUNT =
  '<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount>' +
  '<ram:IBANID>{iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>'
const CURRENCY = '</ram:InvoiceCurrencyCode>'

/** Print changed; the XML invoice in the file is as its issuer wrote it. */
const besideXml = async (job: Job): Promise<Uint8Array> => {
  const { fields } = job.paper.truth
  const template = readFileSync(XML, 'utf8').replace(CURRENCY, `${CURRENCY}${ACCOUNT}`)
  const xml = template.replace(/\{(\w+)(?::\w+)?\}/g, (_, name: string) => wireOf(fields[name] ?? ''))
  return withEdit(await reprinted(job), async (pdf) => {
    const relation = { mimeType: 'text/xml', afRelationship: AFRelationship.Alternative }
    await pdf.attach(new TextEncoder().encode(xml), 'factur-x.xml', relation)
  })
}

const wireOf = (value: string | number) =>
  typeof value === 'number'
    ? value.toFixed(2)
    : /^\d{4}-\d\d-\d\d$/.test(value)
      ? value.replaceAll('-', '')
      : value.replaceAll(' ', '')

/** Printed anew from a source that was changed: what gives it away is what it says. */
export const SUMS: Record<string, Technique> = Object.fromEntries(
  [
    'one-figure',
    'one-row',
    'consistent-but-year-to-date',
    'consistent-but-rate',
    'hours-by-rate',
    'check-digit-of-iban',
    'impossible-number',
    'impossible-day',
    'due-before-issue',
    'pay-date-outside',
    'net-above-gross',
    'clean-reprint',
    'tax-above-law',
    'opposite-balance',
  ].map((name) => [name, turning(reprinted)]),
)
SUMS['xml-says-other'] = turning(besideXml)
