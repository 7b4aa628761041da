import { afterAll, expect, test } from 'vitest'
import { rawPdf } from '../raw-pdf.ts'
import { ENDLESS, FAST_BOMBS } from './bombs.ts'
import { CODING_BOMBS } from './bombs-coding.ts'
import { PAGE_BOMBS } from './bombs-page.ts'
import { TEXT_BOMBS } from './bombs-text.ts'
import { LIMITS, Victim } from './victim.ts'

/** What grew with the square took minutes; on a machine that is shared a second of work may take three. */
const SECONDS_MS = 15_000

const victim = new Victim({ ...LIMITS, slowMs: SECONDS_MS })
afterAll(() => victim.stop())

/** Small enough for a thread to be done with in no time, if the time it takes does not grow with the square of it. */
const SMALL = 0.005

/** They take as long as all the others together, whatever their charge: hostile.bombs.long.test.ts has them too. */
const LASTING = ['image-in-every-corner', 'forms-in-forms', 'picture-below-limit', 'deflated-map', 'deflated-operators']
const BOMBS = Object.entries(FAST_BOMBS).filter(
  ([name]) => process.env.MKT_TEST_BOMBS === 'all' || !LASTING.includes(name),
)

test('every bomb with a small charge is analysed or refused, with little time and memory', {
  timeout: 180_000,
}, async () => {
  expect(ENDLESS.length).toBeLessThan(8)
  expect(LASTING.filter((name) => !(name in FAST_BOMBS))).toEqual([])
  const harmed: string[] = []
  for (const [name, make] of BOMBS) {
    const { kind, cpuMs, grownMb, detail } = await victim.attempt(make(SMALL))
    if (kind !== 'analysed' && kind !== 'refused') harmed.push(`${name}: ${kind} ${cpuMs} ms +${grownMb} MiB ${detail}`)
  }
  expect(harmed).toEqual([])
})

test.each([
  ['a hundred thousand figures in one word', () => TEXT_BOMBS['text-digits-as-one-line']?.(0.5)],
  ['one label ten thousand times on a line', () => TEXT_BOMBS['text-numbers-as-one-line']?.(0.5)],
  ['numbers all over a page, on top of one another', () => PAGE_BOMBS.words?.(0.15)],
  ['a form with more fields than any has', () => PAGE_BOMBS.fields?.(0.15)],
])('%s are read in seconds', { timeout: 60_000 }, async (_, make) => {
  const { kind, cpuMs } = await victim.attempt(make() ?? rawPdf({ content: '' }))
  expect({ kind, fast: cpuMs < SECONDS_MS }).toEqual({ kind: 'analysed', fast: true })
})

test('a drawing that nothing draws is not unpacked whole for the marked words beside it', async () => {
  const make = (scale: number) => CODING_BOMBS['deflated-form-beside-marks']?.(scale) ?? rawPdf({ content: '' })
  await victim.attempt(make(SMALL))
  const { kind, grownMb } = await victim.attempt(make(1))
  // Unpacked whole it takes 600 MiB, and twice the time.
  expect({ kind, small: grownMb < 200 }).toEqual({ kind: 'analysed', small: true })
})
