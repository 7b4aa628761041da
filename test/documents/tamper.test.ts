import { describe, expect, test } from 'vitest'
import type { Assessment } from '../../server/src/documents/model/findings.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { Chance } from './chance.ts'
import type { Generator, Specimen } from './specimen.ts'
import { bankStatement } from './statement.generator.ts'
import { t4 } from './t4.generator.ts'
import { TAMPERINGS } from './tamper.ts'
import { altered, amountIn } from './tamper-place.ts'
import { asText } from './tamper-revision.ts'
import { TWINS } from './tamper-twins.ts'
import { w2 } from './w2.generator.ts'

const GENERATORS: Readonly<Record<string, readonly [Generator, seed: number]>> = {
  t4: [t4, 11],
  w2: [w2, 11],
  bankStatement: [bankStatement, 20],
}
/** Forms have no transactions. */
const IMPOSSIBLE = ['t4 alteredRow', 'w2 alteredRow']

async function examine({ bytes }: Specimen): Promise<Assessment> {
  const { reading, parts, flags } = await runPipeline(bytes)
  return assess(flags, circumstancesOf(reading, parts))
}

describe.each(Object.keys(GENERATORS))('%s', (name) => {
  const [generator, seed] = GENERATORS[name] as readonly [Generator, number]
  const generate = () => generator(new Chance(seed))

  test.each(Object.keys(TWINS))('%s is innocent', async (twin) => {
    const made = await TWINS[twin]?.(await generate(), new Chance(1))
    expect((await examine(made as Specimen)).level).toBe('LOW')
  })

  test.each(Object.keys(TAMPERINGS))('%s is caught for what it is', async (tampering) => {
    const made = await TAMPERINGS[tampering]?.(await generate(), new Chance(1))
    expect(made === undefined).toBe(IMPOSSIBLE.includes(`${name} ${tampering}`))
    if (!made) return
    const { level, flags } = await examine(made)
    expect(made.truth.risk).toBe('flagged')
    expect(level, `${made.name}: ${flags.map(({ message }) => message)}`).not.toBe('LOW')
    expect(made.truth.codes?.some((code) => flags.some((flag) => flag.code === code))).toBe(true)
  })
})

test('what is done here is done: revisions follow the bytes before, and every reference leads to its object', async () => {
  const specimen = await t4(new Chance(11))
  for (const twin of Object.values(TWINS)) {
    const { bytes } = await twin(specimen, new Chance(1))
    const text = asText(bytes)
    for (const [, number, at] of text.matchAll(/\n(\d+) 1\n(\d{10}) 00000 n /g)) {
      expect(text.slice(Number(at), Number(at) + 20)).toMatch(new RegExp(`^${number} 0 obj`))
    }
    const pdf = await openPdf(bytes)
    expect(pdf.numPages).toBe((await openPdf(specimen.bytes)).numPages)
    await pdf.loadingTask.destroy()
  }
})

test('an altered amount keeps its shape', () => {
  for (let seed = 0; seed < 50; seed++) {
    const now = altered('1,234.56', new Chance(seed))
    expect(now).toMatch(/^[2-9],\d{3}\.56$/)
    expect(amountIn(now)).toBeGreaterThan(2000)
  }
})
