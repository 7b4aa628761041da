import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { FONT_FOLDER } from './round-1/fonts.ts'
import { forged, forgeryLines, papers, TECHNIQUES } from './round-1/index.ts'
import { INNOCENT_ACTS } from './round-1/innocent.ts'
import { printed } from './round-1/printer.ts'

const laid = papers()

const paper = (name: string) => laid.get(name) ?? expect.fail(`there is no paper ${name}`)

const bare = (text: string) => text.replace(/\s/g, '')

/** Every text of a file with the place where it begins. */
async function textsOf(bytes: Uint8Array): Promise<{ text: string; x: number; y: number }[]> {
  const task = getDocument({ data: bytes.slice(), standardFontDataUrl: FONT_FOLDER, verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  return items.flatMap((item) =>
    'str' in item ? [{ text: item.str, x: item.transform[4], y: item.transform[5] }] : [],
  )
}

test('what the truth of a paper says stands on its page', async () => {
  for (const name of ['us-roofer', 'fr-releve', 'de-lohn', 'uk-reference', 'us-w2']) {
    const { sheet, truth, items } = paper(name)
    const all = bare((await textsOf(await printed(paper(name)))).map(({ text }) => text).join(''))
    const keyed = items.filter(({ key }) => key)
    expect(keyed.filter(({ text }) => !all.includes(bare(text)))).toEqual([])
    const said = new Set([...keyed.map(({ key }) => key), ...Object.keys(sheet.says ?? {})])
    expect(Object.keys(truth.fields).filter((field) => !said.has(field))).toEqual([])
  }
})

test('a forged value stands at the place that is given for it', async () => {
  const lines = forgeryLines()
  for (const technique of ['white-box-times', 'edit-other-font', 'revision-of-contents']) {
    const line = lines.find((each) => each.technique === technique) ?? expect.fail(technique)
    const { bytes, forgery } = await forged(line, paper(line.paper), 1)
    const [x = 0, y = 0, right = 0, top = 0] = forgery?.places[0]?.box ?? []
    const there = (await textsOf(bytes)).filter(
      (each) => each.x > x - 15 && each.x < right && each.y > y && each.y < top,
    )
    expect(there.map(({ text }) => text)).toContain(line.to)
  }
})

test('every forgery and every innocent act has its paper, field and way', () => {
  const lines = forgeryLines()
  expect(lines.length).toBeGreaterThan(60)
  for (const { technique, paper: name, field } of lines) {
    expect(Object.keys(TECHNIQUES)).toContain(technique)
    const keys = paper(name).items.map(({ key }) => key)
    expect([field, field.replace(/\.(deposit|withdrawal)$/, '.move')].some((key) => keys.includes(key))).toBe(true)
  }
  for (const act of Object.values(INNOCENT_ACTS)) expect(laid.has(act.paper)).toBe(true)
})
