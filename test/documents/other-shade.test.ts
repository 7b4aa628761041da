import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, font = 'F1', size = 9) =>
  `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

type Row = readonly [date: string, what: string, out: string, into: string, balance: string]

const ROWS: readonly Row[] = [
  ['2025-03-02', 'Rent to Harbour Lettings', '640.00', '', '360.00'],
  ['2025-03-05', 'Corner grocer', '20.00', '', '340.00'],
  ['2025-03-09', 'Salary Merrow Ltd', '', '1,500.00', '1,840.00'],
  ['2025-03-12', 'Water company', '40.00', '', '1,800.00'],
  ['2025-03-15', 'Power company', '80.00', '', '1,720.00'],
  ['2025-03-20', 'Transfer to savings', '200.00', '', '1,520.00'],
]

const GREY = '0.2 g'

/** A statement in dark grey; `changed` paints one description, `holder` the name, `row` a whole row. */
function statement({ changed = '', holder = '', row = '' } = {}): string {
  const rows = ROWS.flatMap(([date, what, out, into, balance], n) => {
    const y = 580 - 16 * n
    const ink = n === 2 ? row : ''
    const cells = [show(40, y, date), out && show(360, y, out), into && show(430, y, into), show(500, y, balance)]
    const own = n === 2 && changed ? `${changed} ${show(120, y, what)} ${GREY}` : show(120, y, what)
    return [`${ink} ${[...cells, own].join('\n')} ${ink && GREY}`]
  })
  const name = show(40, 700, 'Maribel Oswin')
  return [
    GREY,
    show(40, 740, 'Merrow Bank', 'F2', 16),
    show(300, 740, 'Account statement', 'F2', 14),
    holder ? `${holder} ${name} ${GREY}` : name,
    show(40, 688, '14 Quay Street, Harbourton AB1 2CD'),
    show(40, 672, 'Account number 60318842'),
    show(40, 656, 'Period 2025-03-01 to 2025-03-31'),
    show(40, 640, 'Opening balance 1,000.00'),
    show(300, 640, 'Closing balance 1,520.00'),
    ...['Date', 'Description', 'Paid out', 'Paid in', 'Balance'].map((head, n) =>
      show([40, 120, 360, 430, 500][n] as number, 600, head, 'F2'),
    ),
    ...rows,
  ].join('\n')
}

async function told(content: string): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf({ content }), undefined, { ocr: false })
  return flags.flatMap(({ code, severity, message }) =>
    code === 'SLIGHTLY_OTHER_TYPE' ? [`${severity} ${message}`] : [],
  )
}

test.each<[string, string, string[]]>([
  ['a page in one shade', statement(), []],
  [
    'one description in black among dark grey',
    statement({ changed: '0 g' }),
    ['medium "Salary Merrow Ltd" alone is set in colour #000000 where the other 5 of its column have #333333'],
  ],
  [
    'a name in black on a page in dark grey',
    statement({ holder: '0 g' }),
    ['medium "Maribel Oswin" alone is set in colour #000000 where the page has #333333'],
  ],
  ['a description in red', statement({ changed: '0.8 0 0 rg' }), []],
  ['a shade that a printer rounded', statement({ changed: '0.204 g' }), []],
  ['a row that is set apart whole', statement({ changed: '0 g', row: '0 g' }), []],
])('%s', async (_, content, found) => expect(await told(content)).toEqual(found))

const hidden = async (last: string) => {
  const { flags } = await runPipeline(rawPdf({ content: `${statement()}\n${last}` }), undefined, { ocr: false })
  return flags.flatMap(({ code, severity, fields }) =>
    /OFF_PAGE$/.test(code) ? [[code, severity, ...fields].join(' ')] : [],
  )
}

test.each<[string, string, string[]]>([
  ['another name beside the sheet', show(900, 700, 'Odette Tarrant'), ['VALUE_OFF_PAGE medium account_holder_name']],
  ['the same name beside the sheet', show(900, 700, 'Maribel Oswin'), []],
  ['a name beside the sheet on no line of it', show(900, 620, 'Odette Tarrant'), []],
  [
    'a table that goes on beside the sheet',
    [700, 688, 672, 656].map((y) => show(900, y, 'Odette Tarrant')).join('\n'),
    [],
  ],
  [
    'a row clipped away from among the rows',
    `q 0 0 1 1 re W n ${show(40, 572, '2025-03-03')} ${show(360, 572, '31.50')} ${show(500, 572, '218.15')} Q`,
    ['AMOUNTS_OFF_PAGE medium'],
  ],
  [
    'a row clipped away below the last one',
    `q 0 0 1 1 re W n ${show(40, 420, '2025-03-23')} ${show(360, 420, '31.50')} ${show(500, 420, '218.15')} Q`,
    ['AMOUNTS_OFF_PAGE low'],
  ],
])('%s', async (_, last, found) => expect(await hidden(last)).toEqual(found))
