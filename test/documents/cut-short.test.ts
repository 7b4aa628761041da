import { afterEach, expect, test, vi } from 'vitest'
import type { Page } from '../../server/src/documents/model/page.ts'
import { inTurns } from '../../server/src/documents/ocr/shown/in-turns.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { rawPdf } from './raw-pdf.ts'
import { readingOf, word } from './risk-case.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Looks at pages that need so many ms each, the first of them by number, on a clock of their own. */
async function looked(needs: readonly number[], amounts: readonly number[]) {
  let ms = 0
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: 1000 * ms, system: 0 }))
  const pages = needs.map((_, at) => {
    const words = Array.from({ length: amounts[at] ?? 0 }, () => word('12.00', [0, 0, 9, 9]))
    return { number: at + 1, words } as Partial<Page> as Page
  })
  const [done, late]: [number[], number[]] = [[], []]
  const look = async (page: Page, most: number) => {
    const needed = needs[page.number - 1] ?? 0
    ms += Math.min(needed, most + 1)
    if (needed > most) throw new Error('cut')
    done.push(page.number)
    return page
  }
  await inTurns(pages, { look, failed: ({ number }) => void late.push(number) })
  return { done, late }
}

test('pages that take for ever cost the others nothing, and those with most amounts come first', async () => {
  const decoys = Array.from({ length: 12 }, () => 90_000)
  expect(await looked([...decoys, 300, 400], [...decoys.map(() => 9), 1, 2])).toMatchObject({ done: [14, 13] })
  expect((await looked([90_000, 2_000], [9, 9])).done).toEqual([])
  expect((await looked([2_000, 90_000], [9, 9])).done).toEqual([1])
  expect(await looked([100, 100, 100], [1, 3, 2])).toEqual({ done: [2, 3, 1], late: [] })
})

const circumstances = {
  type: 'INVOICE' as const,
  typeConfidence: 1,
  fieldConfidence: 1,
  fieldCount: 9,
  recognised: 0,
  recognition: 1,
  rewritten: false,
}

function toldOf(code: string, text: string) {
  const made = { type: 'INVOICE' as const, words: [word(text, [300, 500, 340, 510])] }
  const reading = readingOf({ ...made, source: { issues: [{ stage: 'ocr', code, page: 1 }] } }, [])
  const flags = findFlags(reading, []).filter((flag) => flag.code === 'EXAMINATION_CUT_SHORT')
  return [flags.map(({ severity }) => severity).join(), assess(flags, circumstances).level]
}

test.each([
  ['page_partly_examined', '912.40', 'low', 'LOW'],
  ['picture_skipped', '912.40', 'low', 'LOW'],
  ['page_not_looked_at', '912.40', 'medium', 'MEDIUM'],
  ['page_not_looked_at', 'Remarks', 'low', 'LOW'],
  ['info_unreadable', '912.40', '', 'LOW'],
])('what was not examined (%s at "%s") is told with what it weighs', (code, text, severity, level) => {
  expect(toldOf(code, text)).toEqual([severity, level])
})

/** Little triangles, as decoys before what is to pass unseen. */
const triangles = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const [x, y] = [20 + 7 * (n % 80), 20 + 3 * Math.floor(n / 80)]
    return `${x} ${y} m ${x + 4} ${y} l ${x + 2} ${y + 5} l f`
  }).join(' ')

test('a page that draws more outlines than are looked at says so', async () => {
  const say = async (count: number) => {
    const { reading, flags } = await runPipeline(
      rawPdf({ content: `BT /F1 10 Tf 40 760 Td (Some words that are read here) Tj ET ${triangles(count)}` }),
    )
    return [reading.source.issues.map(({ code }) => code), flags.map(({ code }) => code)]
  }
  expect(await say(1500)).toEqual([[], []])
  expect(await say(4100)).toEqual([['page_partly_examined'], ['EXAMINATION_CUT_SHORT']])
})
