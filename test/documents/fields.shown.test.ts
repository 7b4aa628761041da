import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { showsOther } from '../../server/src/documents/values/shows-other.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

test.each<[string, string]>([
  ['54,000.00', '154,000.00'],
  ['54,000.00', '45,000.00'],
  ['54000', '5,400.00'],
  ['54,000.00', '54,000.50'],
  ['123-45-6789', '123-54-6789'],
  ['123-45-6789', '321-45-6789'],
  ['n/a', '154,000.00'],
  ['2025-03-01', '2025-08-01'],
  ['20417', '204170'],
])('of the value %s a field that shows %s shows another', (value, shown) => {
  expect(showsOther(value, shown)).toBe(true)
})

test.each<[string, string]>([
  ['54000', '54,000.00'],
  ['54000.126', '54,000.13'],
  ['54000.4', '$ 54,000'],
  ['-54.00', '(54.00)'],
  ['0.255', '25.5 %'],
  ['1.234', '1.234,00'],
  ['2025-03-01', '01.03.2025'],
  ['2025-03-01', '3/1/25'],
  ['2025-03-01', '1 March 2025'],
  ['2025', '25'],
  ['123456789', '123 456 789'],
  ['123456789', 'XXX-XX-6789'],
  ['12 Mill Lane, Oldtown 97201', '12 Mill Lane, Old'],
  ['secret 7', '********'],
])('of the value %s a field that shows %s shows the same', (value, shown) => {
  expect(showsOther(value, shown)).toBe(false)
})

const BOXES: (readonly [name: string, caption: string, x: number, y: number, value: string])[] = [
  ['ssn', "a Employee's social security number", 150, 720, '123-45-6789'],
  ['ein', 'b Employer identification number (EIN)', 50, 690, '12-3456789'],
  ['name', "e Employee's first name and initial  Last name", 50, 590, 'Maribel Oswin'],
  ['b1', '1 Wages, tips, other compensation', 330, 690, '54,000.00'],
  ['b2', '2 Federal income tax withheld', 450, 690, '6,100.00'],
  ['b3', '3 Social security wages', 330, 660, '54,000.00'],
  ['b4', '4 Social security tax withheld', 450, 660, '3,348.00'],
  ['b5', '5 Medicare wages and tips', 330, 630, '54,000.00'],
  ['b6', '6 Medicare tax withheld', 450, 630, '783.00'],
]

type Shown = (value: string) => string | undefined

/** A filled W-2; where `shown` gives nothing for a value, the field has no appearance of its own. */
function w2(shown: Shown, catalog = '', value = (own: string) => own): RawPage {
  const say = (x: number, y: number, size: number, text: string) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`
  const objects: NonNullable<RawPage['objects']> = {}
  const refs = BOXES.map(([name, , x, y, own], at) => {
    const text = shown(own)
    const [field, look] = [30 + 2 * at, 31 + 2 * at]
    const stream = text ? `/Tx BMC q BT 0 g /F1 9 Tf 2 4 Td (${text}) Tj ET Q EMC` : '/Tx BMC EMC'
    const dict = '/Type /XObject /Subtype /Form /BBox [0 0 110 14] /Resources << /Font << /F1 6 0 R >> >>'
    objects[field] = `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (${name}) /V (${value(own)}) /DA (/F1 9 Tf 0 g)
/Rect [${x} ${y - 16} ${x + 110} ${y - 2}] ${text === undefined ? '' : `/AP << /N ${look} 0 R >>`} >>`
    objects[look] = { dict, stream }
    return `${field} 0 R`
  }).join(' ')
  const content = [
    say(50, 740, 12, 'Form W-2 Wage and Tax Statement'),
    say(400, 740, 14, '2024'),
    say(50, 560, 7, 'Department of the Treasury - Internal Revenue Service'),
    ...BOXES.map(([, caption, x, y]) => say(x, y, 7, caption)),
  ].join('\n')
  const dr = '/DR << /Font << /F1 6 0 R >> >>'
  return { content, objects, page: `/Annots [${refs}]`, catalog: `/AcroForm << /Fields [${refs}] ${dr} ${catalog} >>` }
}

async function read(page: RawPage) {
  const { parts, flags } = await runPipeline(rawPdf(page), undefined, { ocr: false })
  const wages = parts[0]?.fields.wages_tips_other_compensation?.value
  return { wages, flags: flags.filter(({ code }) => code === 'FIELD_SHOWS_OTHER').length }
}

const instead = (text: string) => (value: string) => (value === '54,000.00' ? text : value)

test.each<[string, RawPage, unknown]>([
  ['what they have', w2((value) => value), { wages: 54_000, flags: 0 }],
  ['a value in another format', w2((value) => value.replace('.00', '')), { wages: 54_000, flags: 0 }],
  ['more', w2(instead('154,000.00')), { wages: 154_000, flags: 1 }],
  ['the same digits otherwise', w2(instead('45,000.00')), { wages: 45_000, flags: 1 }],
  ['nothing in some', w2(instead('')), { wages: undefined, flags: 1 }],
  ['what their values say that have no looks', w2(() => undefined), { wages: 54_000, flags: 0 }],
  ['what is to be drawn anew', w2(instead(''), '/NeedAppearances true'), { wages: 54_000, flags: 0 }],
  [
    'figures without having any',
    w2(
      (value) => value,
      '',
      () => '',
    ),
    { wages: 54_000, flags: 0 },
  ],
])('form fields that show %s', async (_, page, found) => {
  expect(await read(page)).toEqual(found)
})

test('fields of which none shows anything were filled in by a program that leaves their looks alone', async () => {
  expect(await read(w2(() => ''))).toEqual({ wages: 54_000, flags: 0 })
})
