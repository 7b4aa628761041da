import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { HEAD } from './letter-head.ts'
import { rawPdf } from './raw-pdf.ts'
import { pageOf, textsOf, wordOf } from './read-raw.ts'

const RESOURCES = [
  '/ExtGState << /Thin << /ca 0.055 >> /Full << /ca 1 >> >>',
  '/ColorSpace << /NoInk [/Separation /None /DeviceGray 10 0 R] /Ink [/Separation /Spot /DeviceGray 10 0 R]',
  '/NoInks [/DeviceN [/None /None] /DeviceGray 11 0 R] >>',
].join(' ')
const OBJECTS = {
  10: '<< /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>',
  11: { dict: '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', stream: '{ pop pop 0 }' },
}
const amount = (nine: string) => `BT 0 g /F1 10 Tf 200 600 Td ($) Tj ${nine} 0 g (5,508.02) Tj ET`
const read = (content: string) => pageOf({ content, resources: RESOURCES, objects: OBJECTS })

test.each([
  ['as wide as a hair', '5.5 Tz (9) Tj 100 Tz'],
  ['of a twentieth of its ink', '/Thin gs (9) Tj /Full gs'],
  ['in white', '1 g (9) Tj'],
  ['in an ink that no device has', '/NoInk cs 1 scn (9) Tj'],
  ['in two such inks', '/NoInks cs 1 1 scn (9) Tj'],
])('a digit %s is none of its amount', async (_, nine) => {
  expect(wordOf(await read(amount(nine)), '$5,508.02')).toMatchObject({ whole: '$95,508.02', visibility: 'shown' })
})

test.each([
  ['of a font that a printer condensed', '50 Tz (9) Tj 100 Tz'],
  ['in a light grey', '0.7 g (9) Tj'],
  ['in an ink of its own', '/Ink cs 1 scn (9) Tj'],
])('a digit %s is one of its amount', async (_, nine) => {
  const word = wordOf(await read(amount(nine)), '$95,508.02')
  expect(word.visibility).toBe('shown')
  expect(word.whole).toBeUndefined()
})

test('what is faint, small and narrow at once is not seen', async () => {
  const faint = async (how: string) =>
    wordOf(await read(`BT ${how} 100 500 Td (1,234.56) Tj ET`), '1,234.56').visibility
  expect(await faint('0.9 g /F1 2.1 Tf')).toBe('faint')
  expect(await faint('0.9 g /F1 9 Tf')).toBe('shown')
  expect(await faint('0 g /F1 2.1 Tf')).toBe('shown')
  expect(await faint('0.85 g 20 Tz /F1 9 Tf')).toBe('faint')
})

test('what a clip hides of a word is no part of it, and what it cuts is open', async () => {
  const clipped = (x: number) => read(`q ${x} 590 200 30 re W n BT /F1 10 Tf 200 600 Td (95,508.02) Tj ET Q`)
  const hidden = await clipped(205.4)
  expect(textsOf(hidden)).toEqual(['5,508.02'])
  expect(hidden.unseen?.map(({ text }) => text)).toEqual(['9'])
  expect(wordOf(await clipped(202), '95,508.02').open).toBe('\uFFFD5,508.02')
  expect(wordOf(await clipped(199), '95,508.02').open).toBeUndefined()
})

test('an amount with a digit that nobody sees is returned as it is seen, and told', async () => {
  const content = `${HEAD} ${amount('5.5 Tz (9) Tj 100 Tz')}`
  const { parts, flags } = await runPipeline(rawPdf({ content, resources: RESOURCES, objects: OBJECTS }))
  expect(parts[0]?.fields.gross_income?.value).toBe(5508.02)
  const [shown] = flags.filter(({ code }) => code === 'SHOWN_OTHERWISE')
  expect(shown).toMatchObject({ proof: true, message: expect.stringContaining('"$5,508.02"') })
  const mixed = flags.find(({ code }) => code === 'MIXED_TYPE_WITHIN_NUMBER')
  expect(mixed?.message).toBe('"$5,508.02" is set in widths of 5.5 % and 100 %')
})
