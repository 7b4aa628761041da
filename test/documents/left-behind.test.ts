import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { mayHoldLost } from '../../server/src/documents/text/source/lost-streams.ts'
import { type RawObjects, rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, font = 'F1', size = 10) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

interface Stub {
  net?: string
  name?: string
  until?: string
  paid?: string
  gross?: string
  year?: string
}

/** A stub's content with some of its values. */
const stub = ({ net, name, until, paid, gross, year }: Stub = {}) =>
  [
    show(40, 740, 'Earnings statement', 'F2', 14),
    show(40, 715, 'Employer: Merrow Ltd'),
    show(40, 700, `Employee: Maribel ${name ?? 'Oswin'}`),
    show(40, 685, `Pay period: 2025-03-01 to ${until ?? '2025-03-15'}`),
    show(330, 685, `Pay date: ${paid ?? '2025-03-20'}`),
    show(40, 640, 'Gross pay'),
    show(300, 640, gross ?? '3,000.00'),
    show(420, 640, year ?? '15,000.00'),
    show(40, 620, 'Total deductions'),
    show(300, 620, '550.00'),
    show(40, 600, 'Net pay'),
    show(300, 600, net ?? '2,450.00'),
    show(40, 560, 'Paid to the account that ends with 7719'),
  ].join('\n')

/** The level and flags of a file that shows one stub and holds other objects that nothing refers to. */
async function told(objects: RawObjects, shown: Stub = {}): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf({ content: stub(shown), objects }), undefined, { ocr: false })
  const found = flags.filter(({ code }) => code === 'OLD_PAGE_LEFT_IN_FILE')
  return found.map(({ severity, proof, fields }) => [severity, proof ? 'proof' : 'unsure', ...fields].join(' '))
}

const contents = (was: Stub): RawObjects => ({ 20: { stream: stub(was) } })
const page = (was: Stub): RawObjects => ({
  20: { stream: stub(was) },
  21: '<< /Type /Page /Parent 2 0 R /Contents 20 0 R /Resources 5 0 R >>',
})

test.each<[string, RawObjects, string[]]>([
  ['old contents with another net pay', contents({ net: '1,450.00' }), ['high proof net_pay']],
  ['an old page with another net pay', page({ net: '1,450.00' }), ['high proof net_pay']],
  ['an old page with another name', page({ name: 'Tarrant' }), ['high proof employee_name']],
  ['old contents that say the same', contents({}), []],
  ['an old page that says the same', page({}), []],
  [
    'the page of another period',
    page({ until: '2025-03-31', paid: '2025-04-04', net: '2,510.00', year: '18,000.00' }),
    ['low unsure net_pay pay_date pay_period_end'],
  ],
  ['contents of something else', { 20: { stream: show(40, 600, 'Cover sheet of nine words that no stub says') } }, []],
  ['a stream that is no text', { 20: { stream: '0 0 10 10 re f' } }, []],
])('a file that holds %s', async (_, objects, found) => {
  const sorted = (await told(objects)).map((line) => {
    const [severity, proof, ...fields] = line.split(' ')
    return [severity, proof, ...fields.toSorted()].join(' ')
  })
  expect(sorted).toEqual(found)
})

test('the message says what stood where', async () => {
  const bytes = rawPdf({ content: stub(), objects: page({ net: '1,450.00' }) })
  const { flags } = await runPipeline(bytes, undefined, { ocr: false })
  expect(flags.find(({ code }) => code === 'OLD_PAGE_LEFT_IN_FILE')?.message).toBe(
    'the file still holds page 1 as it was: "1,450.00" stood where "2,450.00" is shown',
  )
})

test('most files are not parsed again for it', () => {
  expect(mayHoldLost(rawPdf({ content: stub() }))).toBe(false)
  expect(mayHoldLost(rawPdf({ content: stub(), objects: contents({}) }))).toBe(true)
})

/** Letters without a meaning, as a packed picture is. */
const bulk = (long: number) => Buffer.alloc(long, 'Qx7\0').toString('latin1')

test('nine megabytes of a picture do not hide the page that was shown before', async () => {
  const picture = { dict: '/PieceInfo true', stream: bulk(9_000_000) }
  expect(await told({ ...contents({ net: '1,450.00' }), 21: picture })).toEqual(['high proof net_pay'])
}, 20_000)

test('what is too much to look through, without its bulk, is told', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [30 + at, { stream: bulk(50_000) }]))
  const { flags, reading } = await runPipeline(rawPdf({ content: stub(), objects: many }), undefined, { ocr: false })
  expect(mayHoldLost(rawPdf({ content: stub(), objects: many }))).toBeUndefined()
  expect(reading.source.issues).toContainEqual({ stage: 'text', code: 'left_behind_skipped' })
  expect(flags).toContainEqual(expect.objectContaining({ code: 'EXAMINATION_CUT_SHORT', severity: 'low' }))
}, 20_000)
