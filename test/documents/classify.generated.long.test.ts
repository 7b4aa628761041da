import { expect, test } from 'vitest'
import { classify } from '../../server/src/documents/classify/classify.ts'
import { extract } from '../../server/src/documents/extract/extract.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Reading } from '../../server/src/documents/model/reading.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { readSource } from '../../server/src/documents/text/source/read-source.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import type { Generator } from './specimen.ts'
import { taxForm } from './tax-form.generator.ts'

async function read(bytes: Uint8Array): Promise<Reading> {
  const pdf = await openPdf(bytes.slice())
  try {
    const source = await readSource(bytes, pdf)
    return { source, pages: (await readPages(pdf, source.issues)).map(layOut) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const SEEDS = [300, 301, 302, 303]

async function mistaken(generator: Generator): Promise<string[]> {
  const mistakes: string[] = []
  for (const seed of SEEDS) {
    const { name, bytes, truth } = await generator(new Chance(seed))
    const [first] = classify(await read(bytes))
    if (first?.type !== truth.document_type) mistakes.push(`${name} (${seed}): ${first?.type}`)
  }
  return mistakes
}

test.each(Object.entries(GENERATORS))('%s is told as what it is', async (_, generator) =>
  expect(await mistaken(generator)).toEqual([]),
)

test('tax forms say their name and year', async () => {
  const sum = tally()
  const faults: string[] = []
  for (const seed of [...SEEDS, 304, 305, 306, 307, 308, 309]) {
    const { bytes, truth } = await taxForm(new Chance(seed))
    const reading = await read(bytes)
    const [slip] = extract(reading, classify(reading))
    if (!slip) continue
    const verdict = judge(truth, slip)
    addTally(sum, verdict.fields)
    faults.push(...verdict.faults)
  }
  expect(f1(sum), faults.join('\n')).toBeGreaterThan(0.95)
})
