import { afterAll, expect, test } from 'vitest'
import { closeOcr, recognise } from '../../server/src/documents/ocr/recognise.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { printPage } from './printed-page.generator.ts'
import { type ScanLook, scan } from './scan.ts'

afterAll(closeOcr)

const LOOK: Partial<ScanLook> = {
  dpi: 200,
  color: false,
  skewDegrees: 0,
  noise: 6,
  blur: 0.4,
  shade: 0.15,
  quality: 60,
  rotation: 180,
}

test('a sheet upside down is read the right way up, in its language', async () => {
  const chance = new Chance(33)
  const printed = await printPage(chance, { kind: 'form', language: 'fra' })
  const pdf = await openPdf(await scan(printed.bytes, chance, LOOK))
  const [page] = await recognise(pdf, await readPages(pdf), { workers: 2 })
  await pdf.loadingTask.destroy()
  const read = new Set(page?.words.map(({ text }) => text))
  expect(printed.words.filter(({ text }) => read.has(text)).length / printed.words.length).toBeGreaterThan(0.9)
  expect(page?.ocr).toMatchObject({ language: 'fra', rotation: 180 })
})
