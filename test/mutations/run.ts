import { parseArgs } from 'node:util'
import { faultsThatDoNotCompile } from './compile-faults.ts'
import { FAULTS } from './faults.ts'
import { lineOf, markdownOf, type Row, tallyOf } from './table.ts'
import { TestBench } from './test-bench.ts'
import { TreeCopy } from './tree-copy.ts'
import { judgedBy, tryFault } from './try-fault.ts'

const { values } = parseArgs({
  options: {
    at: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    unproven: { type: 'boolean', default: false },
  },
})
const { only } = values
const chosen = FAULTS.filter(({ name }) => !only || only.some((start) => name.startsWith(start)))
if (chosen.length === 0) {
  console.error(`no fault's name begins with "${only?.join('", "')}"; --list shows them`)
  process.exit(2)
}
if (values.list) {
  for (const { name, file, why } of chosen) console.log(`${name}  (${file})\n    ${why}`)
  process.exit(0)
}

const began = performance.now()
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`
const tree = new TreeCopy(values.at)
process.once('exit', () => tree.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const bench = new TestBench(tree.root)
const rows: Row[] = []
try {
  if (!values.unproven) await provePassing()
  const misplaced = new Map(chosen.map((fault) => [fault.name, tree.misplaced(fault)]))
  const inPlace = chosen.filter(({ name }) => misplaced.get(name) === undefined)
  const uncompiled = await faultsThatDoNotCompile(tree, inPlace)
  for (const fault of chosen) {
    const by = misplaced.get(fault.name) ?? uncompiled.get(fault.name)
    const verdict = by === undefined ? await tryFault(tree, bench, fault) : { outcome: 'broken' as const, by, ms: 0 }
    rows.push({ fault, verdict })
    console.log(lineOf({ fault, verdict }))
  }
} finally {
  await bench.close()
}
console.log(`\n${tallyOf(rows)}; ${seconds()}`)
if (values.markdown) console.log(`\n${markdownOf(rows)}`)
process.exit(rows.every(({ verdict }) => verdict.outcome === 'caught') ? 0 : 1)

/** Without any fault every test that is named passes; else a failure would say nothing. */
async function provePassing(): Promise<void> {
  const tests = [...new Set(chosen.flatMap(({ tests }) => tests))].sort()
  for (const test of tests) {
    const { outcome, by } = await judgedBy(bench, [test])
    if (outcome !== 'survived') throw new Error(`${test} fails without a fault: ${outcome}, ${by}`)
  }
  console.log(`${tests.length} test files pass without a fault (${seconds()})`)
}
