import { expect, test } from 'vitest'
import { runPipeline } from '../../../server/src/documents/pipeline.ts'
import { assess } from '../../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../../server/src/documents/risk/circumstances.ts'
import { Chance } from '../chance.ts'
import * as first from './round-1/index.ts'
import { INNOCENT_ACTS as FIRST_ACTS } from './round-1/innocent.ts'
import * as second from './round-2/forgeries/index.ts'
import { readPapers } from './round-2/forgeries/read-papers.ts'
import { ACTS as SECOND_ACTS } from './round-2/papers/acts.ts'
import * as secondPapers from './round-2/papers/index.ts'
import * as third from './round-3/forgeries/index.ts'
import { ACTS as THIRD_ACTS } from './round-3/papers/acts.ts'
import { printed } from './round-3/papers/print.ts'
import { readSheets } from './round-3/papers/sheet.ts'

const FORGED: [technique: string, paper: string, field: string][] = [
  ['white-box-same-font', 'nl-hosting', 'iban'],
  ['edit-one-digit', 'us-employment', 'gross_income'],
  ['edit-bigger-shifted', 'us-w2', 'wages_tips_other_compensation'],
  ['edit-other-font', 'ca-t4', 'employment_income'],
  ['edit-same-font', 'us-w2', 'social_security_tax_withheld'],
  ['edit-same-font', 'us-roofer', 'due_date'],
  ['edit-same-font', 'uk-current', 'transactions.3.date'],
  ['edit-same-font', 'us-biweekly', 'pay_period_end'],
  ['edit-same-font', 'de-baumarkt', 'total'],
  ['lying-unicode-map', 'uk-reference', 'gross_income'],
  ['white-text', 'us-saas', 'amount_due'],
  ['revision-of-contents', 'us-employment', 'gross_income'],
  ['xml-against-print', 'nl-hosting', 'invoice_total'],
]

const papers = readPapers()
const FORGED_LATER = [
  'forged-06-white-rectangle-us-share-draft',
  'forged-53-opposite-balance-us-share-draft',
  'forged-59-impossible-number-ca-t4-rail',
]

const HIDDEN = [
  'layers-swapped us-checking',
  'clipped-away de-konto',
  'copy-gives-old us-hourly',
  'taken-out us-roofer',
]

const INNOCENT = [
  ['stamp-paid', 'bates-number', 'digitally-signed', 'highlighted-total', 'archive-update', 'account-redacted'],
  ['form-filled', 'received', 'bates', 'archive-pages', 'portal-foot', 'envelope', 'signed', 'cropped'],
  ['stamp-paid', 'stamp-received', 'number-blacked-out', 'form-filled'],
] as const

async function levelOf(bytes: Uint8Array): Promise<string> {
  const { reading, parts, flags } = await runPipeline(new Uint8Array(bytes))
  return assess(flags, circumstancesOf(reading, parts)).level
}

const laid = first.papers()
const laidOf = (name: string) => laid.get(name) ?? expect.fail(`there is no paper ${name}`)

test.each(FORGED)('a forged paper is caught: %s on %s, %s', async (technique, paper, field) => {
  const lines = first.forgeryLines()
  const at = lines.findIndex((line) => line.technique === technique && line.paper === paper && line.field === field)
  const { bytes } = await first.forged(lines[at] ?? expect.fail('there is no such line'), laidOf(paper), at + 1)
  expect(await levelOf(bytes)).not.toBe('LOW')
})

test.for(FORGED_LATER)('a forged paper is caught: %s', async (name, { skip }) => {
  const line = second.forgeryLines().find((each) => each.name === name) ?? expect.fail('there is no such line')
  skip(second.lacking(line, papers) !== undefined, `no ${second.lacking(line, papers)}`)
  const { bytes } = await second.forged(line, second.paperOf(papers, line.paper))
  expect(await levelOf(bytes)).not.toBe('LOW')
})

test('papers whose old value is hidden, or is not what is shown, are caught', async ({ skip }) => {
  skip(third.left.length > 0, third.left[0])
  const levels: Record<string, string> = {}
  for await (const { name, bytes } of third.forgeries(({ technique, paper }) =>
    HIDDEN.includes(`${technique} ${paper}`),
  ))
    levels[name] = await levelOf(bytes)
  expect(Object.keys(levels)).toHaveLength(HIDDEN.length)
  expect(Object.entries(levels).filter(([, level]) => level === 'LOW')).toEqual([])
})

test.each(INNOCENT[0])('an innocent act accuses nobody: %s', async (act) => {
  const { paper, do: done } = FIRST_ACTS[act] ?? expect.fail('there is no such act')
  expect(await levelOf(await done(laidOf(paper), new Chance(1)))).toBe('LOW')
})

test.for(INNOCENT[1])('an innocent act accuses nobody: %s, second round', async (name, { skip }) => {
  const { paper, act } = SECOND_ACTS[name] ?? expect.fail('there is no such act')
  skip(!secondPapers.names.includes(paper), 'its printer is not installed')
  const { bytes } = await secondPapers.printed(paper)
  expect(await levelOf(await act(bytes, new Chance(1), bytes))).toBe('LOW')
})

test.for(INNOCENT[2])('an innocent act accuses nobody: %s, third round', async (name, { skip }) => {
  const { paper, do: done } = THIRD_ACTS[name] ?? expect.fail('there is no such act')
  const sheet = readSheets().get(paper) ?? expect.fail('there is no such paper')
  const bytes = (await printed([sheet])).get(paper)
  if (!bytes) return skip('its printer is not installed')
  expect(await levelOf(await done(bytes, sheet, new Map()))).toBe('LOW')
})
