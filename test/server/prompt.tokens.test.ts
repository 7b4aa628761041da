import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostTokens } from '../../server/src/market/jobs/most-tokens.ts'
import { renderChat } from '../../server/src/market/jobs/render-chat.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { ManualClock } from './manual-clock.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const [PRICE, INPUT, PLENTY] = [1_000_000n, 200_000n, 1_000_000_000_000n]
let floor: Floor
let buyer: string
beforeAll(async () => {
  floor = await openSqliteFloor({ clock: new ManualClock(), trust: 'strangers' })
  buyer = await floor.user(PLENTY)
})
afterAll(async () => {
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

const PROSE = 'The quick brown fox jumps over the lazy dog, and nobody minds. '.repeat(20)
/** What a host is paid for having read a prompt of which it says that it has so many tokens. */
async function readFor(input_text: string, prompt_tokens: number) {
  const host = await floor.host({ models: ['m'], price: PRICE, input: INPUT })
  const { job_id } = await floor.submit(buyer, { input_text, max_tokens: 4 })
  expect((await floor.next(host))?.job_id).toBe(job_id)
  const usage = { prompt_tokens, completion_tokens: 1 }
  await floor.results(host, { job_id, tokens: ['Yes'], finish_reason: 'stop', usage })
  const { charged_nano, prompt_tokens: kept } = await floor.job(job_id)
  return { paid: Number((charged_nano - PRICE) / INPUT), kept }
}

// Before: a token a byte, four times what any engine counts.
test('a stranger is paid for no more tokens of a prompt than any engine could count', async () => {
  const bytes = Buffer.byteLength(PROSE)
  const lied = await readFor(PROSE, bytes)
  expect(lied).toEqual({ paid: mostTokens(PROSE), kept: mostTokens(PROSE) })
  expect(lied.paid).toBeLessThan(0.5 * bytes)
  expect(await readFor(PROSE, 300)).toEqual({ paid: 300, kept: 300 })
  // A digit is a token of its own in some vocabularies.
  expect((await readFor('1'.repeat(200), 200)).paid).toBe(200)
  // Around a word there is more than it, which is read and not paid.
  expect(await readFor('Hi', 20)).toEqual({ paid: 2, kept: 20 })
})

const grown = (text: string) => text.repeat(Math.ceil(4000 / text.length))

test.each([
  // text, what engines count at most: o200k, llama and Qwen vocabularies by hand
  [PROSE, 281],
  ['if (a[0] != b.c) {\n    return "x" + 12345;\n}', 28],
  ['aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ', 24],
  ['Съешь ещё этих мягких французских булок', 20],
  ['今日はいい天気ですね', 10],
  // Four kilobytes of each, and about nine tenths of what tokenizers that fall back to bytes count of it at most.
  [grown('Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։ '), 0.9 * 7550],
  [grown('የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው። የተፈጥሮ ማስተዋልና ሕሊና ስላለው አንዱ ሌላውን በወንድማማችነት '), 0.85 * 10610],
  [grown('כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון '), 0.9 * 4901],
  [
    grown(
      'Txhua tus neeg yug los muaj kev ywj pheej thiab muaj vaj huam sib luag txog ntawm lub meej mom thiab cov cai. ',
    ),
    0.85 * 1932,
  ],
])('%.40s is granted what engines count of it', (text, counted) => {
  expect(mostTokens(text)).toBeGreaterThanOrEqual(counted)
})

test('of what has no letters no digit and no sign goes without its token, and no text has more than bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'0189.,;{}') }), (any, signs) => {
      expect(mostTokens(any)).toBeLessThanOrEqual(32 + Buffer.byteLength(any))
      expect(mostTokens(any + signs)).toBeGreaterThanOrEqual(32 + signs.length)
    }),
  )
})

test('an answer that its buyer has begun is the end of a chat that is rendered', () => {
  const asked = { role: 'user' as const, content: 'Count' }
  expect(renderChat([asked, { role: 'assistant', content: 'One' }])).toBe('User: Count\n\nAssistant: One')
  expect(renderChat([asked, { role: 'assistant', content: 'One' }, asked])).toMatch(/User: Count\n\nAssistant:$/)
})
