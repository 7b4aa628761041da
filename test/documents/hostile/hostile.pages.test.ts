import { expect, test } from 'vitest'
import { render } from '../../../server/src/documents/ocr/render.ts'
import { runPipeline } from '../../../server/src/documents/pipeline.ts'
import { openPdf } from '../../../server/src/documents/text/open.ts'
import { operatorsOf } from '../../../server/src/documents/text/operators.ts'
import { rawPdf, updatePdf } from '../raw-pdf.ts'
import { HEAD, line } from './bomb-file.ts'

const EVERYTHING = { cpuMs: 60_000, heap: 1 }
const NOTHING = { cpuMs: 0, heap: 1 }

/** Many operators, and a line of text after some thousands of them. */
const long = `${'0 0 m 9 9 l S\n'.repeat(3000)}${line('after many lines')}`

async function operators(content: string, budget = EVERYTHING) {
  const pdf = await openPdf(rawPdf({ content }))
  try {
    const { fnArray, argsArray, cut } = await operatorsOf(await pdf.getPage(1), budget)
    expect(fnArray.length).toBe(argsArray.length)
    return { count: fnArray.length, cut }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

test('a page is cut where its budget ends, and whole within it', async () => {
  const whole = await operators(long)
  expect(whole).toMatchObject({ cut: false })
  const part = await operators(long, NOTHING)
  expect(part).toMatchObject({ cut: true })
  expect(part.count).toBeLessThan(whole.count)
  expect(await operators(HEAD, NOTHING)).toMatchObject({ cut: false })
})

test('a version of pdf.js that keeps its operators elsewhere reads whole pages', async () => {
  const list = { fnArray: [1, 2], argsArray: [[], []] }
  const page = { getOperatorList: async () => list } as unknown as Parameters<typeof operatorsOf>[0]
  expect(await operatorsOf(page, NOTHING)).toEqual({ ...list, cut: false })
})

/** Each form draws the next one ten times: ten to the ninth drawings. */
const forms = Object.fromEntries(
  Array.from({ length: 10 }, (_, k) => [
    20 + k,
    {
      dict: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X ${21 + k} 0 R >> >>`,
      stream: k === 9 ? '0 0 5 5 re f' : '/X Do '.repeat(10),
    },
  ]),
)
const threePages = rawPdf({
  content: HEAD,
  objects: {
    ...forms,
    2: '<< /Type /Pages /Kids [3 0 R 10 0 R 11 0 R] /Count 3 /MediaBox [0 0 600 800] >>',
    10: '<< /Type /Page /Parent 2 0 R /Contents 12 0 R /Resources << /Font << /F1 6 0 R >> /XObject << /X 20 0 R >> >> >>',
    11: '<< /Type /Page /Parent 2 0 R /Contents 13 0 R /Resources 5 0 R >>',
    12: { stream: `${line('before the forms')} /X Do ${line('after the forms')}` },
    13: { stream: line('the last page') },
  },
})
const SHORT = { cpuMs: 100, heap: 1 }

test('a page without an end is read as far as its budget goes, the others whole, and an issue says so', async () => {
  const { reading, parts } = await runPipeline(threePages, undefined, { ocr: false, budget: SHORT })
  const texts = reading.pages.map(({ text }) => text)
  expect(texts[1]).toContain('before the forms')
  expect(texts[1]).not.toContain('after the forms')
  expect(texts[2]).toContain('the last page')
  expect(parts[0]?.fields.invoice_number?.value).toBe('B-1')
  expect(reading.source.issues).toEqual([{ stage: 'text', code: 'page_partly_read', page: 2 }])
})

test('a file that was saved twice is compared without the page that has no end', async () => {
  const twice = updatePdf(threePages, { 13: { stream: line('another last page') } })
  const { reading } = await runPipeline(twice, undefined, { ocr: false, budget: SHORT })
  expect(reading.source.revisions[1]?.change?.pages).toEqual([3])
  expect(reading.source.issues).toEqual([{ stage: 'text', code: 'page_partly_read', page: 2 }])
})

test('a page that is painted without end is given up', async () => {
  const content = '0 0 2 2 re f\n'.repeat(10_000)
  const pdf = await openPdf(rawPdf({ content }))
  const page = await pdf.getPage(1)
  expect((await render(page)).bitmap.width).toBeGreaterThan(1000)
  await expect(render(page, { most: 0 })).rejects.toMatchObject({ name: 'RenderingCancelledException' })
  await pdf.loadingTask.destroy()
})
