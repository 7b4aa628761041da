import { expect, test } from 'vitest'
import { runPipeline } from '../../../server/src/documents/pipeline.ts'
import { assess } from '../../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../../server/src/documents/risk/circumstances.ts'
import { canPrint, printed } from './round-4/papers/print.ts'
import { sheets } from './round-6/papers/index.ts'

/** Genuine papers that raised an alarm when they were first read, and what for. */
const ALARMED = [
  ["gb-weekly's year stands in a column of its own, with the captions of the year", 'gb-weekly'],
  ["fr-paie's travel is paid back behind the contributions, and the tax taken", 'fr-paie'],
  ["au-fortnight's net pay is bold and a little larger", 'au-fortnight'],
] as const

test.for(ALARMED)('%s: LOW', async ([, name], { skip }) => {
  const sheet = sheets.get(name) ?? expect.fail(name)
  skip(!canPrint(sheet), `no ${sheet.printer}`)
  const bytes = (await printed([sheet])).get(name) ?? expect.fail('not printed')
  const { reading, parts, flags } = await runPipeline(bytes)
  const { level, flags: counted } = assess(flags, circumstancesOf(reading, parts))
  expect([level, counted.filter(({ severity }) => severity !== 'info').map(({ code }) => code)]).toEqual(['LOW', []])
})
