import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { STORED } from '../../server/src/documents/export/stored-analysis.ts'
import { madeAside } from '../../server/src/documents/export/stored-aside.ts'

/** An analysis with detail=full of a statement of so many rows. */
function detailOf(rows: number): string {
  const evidence = { page: 1, bbox: [40.123, 500.321, 92.456, 509.876] }
  const row = (n: number) => ({ date: '2025-03-02', description: `Payment ${n} to somebody`, withdrawal: n + 0.25 })
  const table = { name: 'transactions', columns: ['date', 'description', 'withdrawal'], page: 1, confidence: 0.9 }
  const slip = {
    type: 'BANK_STATEMENT',
    pages: [1],
    fields: { closing_balance: { value: 12.5, confidence: 0.9, evidence } },
    tables: [{ ...table, rows: Array.from({ length: rows }, (_, n) => ({ ...row(n), evidence })) }],
  }
  const risk_assessment = { risk_level: 'LOW', risk_score: 0, flags: [] }
  return JSON.stringify({ document_id: 'x', slips: [slip], risk_assessment })
}

/** The longest that the loop was held while something was made, in ms. */
async function heldBy(act: () => unknown): Promise<number> {
  let [last, most] = [performance.now(), 0]
  const tick = () => {
    const now = performance.now()
    most = Math.max(most, now - last)
    last = now
  }
  const ticking = setInterval(tick, 1)
  await act()
  tick()
  clearInterval(ticking)
  return most
}

test.each([3, 5000])('an analysis of %d rows says aside what it says at once', async (rows) => {
  const detail = detailOf(rows)
  expect(await madeAside('slips', detail)).toEqual(STORED.slips(detail))
  // Its parts, as each file in it bears the time at which it was made.
  expect(unzipSync(await madeAside('workbook', detail))).toEqual(unzipSync(STORED.workbook(detail)))
})

test('a workbook of 40,000 rows holds the loop for a small part of what it takes', async () => {
  const detail = detailOf(40_000)
  const atOnce = await heldBy(() => STORED.workbook(detail))
  const aside = await heldBy(() => madeAside('workbook', detail))
  expect(aside).toBeLessThan(atOnce / 3)
  if (process.env.SHOW_DELAYS) console.log(`${detail.length} characters: ${atOnce} ms at once, ${aside} ms aside`)
})

test('an analysis that is no JSON fails alone, and the next one is made', async () => {
  await expect(madeAside('slips', `[${' '.repeat(200_000)}`)).rejects.toThrow(/JSON/)
  expect(await madeAside('slips', detailOf(5000))).toHaveLength(1)
})
