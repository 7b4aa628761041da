import { expect, test } from 'vitest'
import { isPicture, KeptPictures } from '../../server/src/documents/text/kept-pictures.ts'
import { openPdf, openToRead } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import { scan } from './scan.ts'

async function read(bytes: Uint8Array, open: typeof openPdf) {
  const pdf = await open(bytes)
  try {
    const pages = await readPages(pdf)
    // Fonts that a file only names have outlines where they are loaded for painting, and are judged there.
    return pages.map((page) => ({
      ...page,
      words: page.words.map(({ open: _open, likely: _likely, ...word }) => word),
    }))
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const drawn = async (kind: string) => (await (GENERATORS[kind] as (typeof GENERATORS)[string])(new Chance(41))).bytes

test('a file opened for reading only reads as one that can be painted', async () => {
  for (const kind of ['t4', 'w2', 'invoice', 'bank-statement', 'receipt', 'income-letter']) {
    const bytes = await drawn(kind)
    expect(await read(bytes, openToRead)).toEqual(await read(bytes, openPdf))
  }
})

test('a scanned page stays decoded as long as there is room, one with print on it does not', async () => {
  const printed = await drawn('receipt')
  const pdf = await openToRead(await scan(printed, new Chance(42), { dpi: 300, rotation: 0 }))
  const [scanned] = await readPages(pdf)
  const [text] = await read(printed, openToRead)
  expect([scanned, text].map((page) => page && isPicture(page))).toEqual([true, false])
  const [kept, proxy] = [new KeptPictures(), await pdf.getPage(1)]
  const answers: boolean[] = []
  for (let time = 0; time < 30; time++) answers.push(await kept.keeps(proxy, scanned as NonNullable<typeof scanned>))
  expect([answers[0], answers.at(-1)]).toEqual([true, false])
  await pdf.loadingTask.destroy()
})
