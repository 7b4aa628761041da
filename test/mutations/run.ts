import { parseArgs } from 'node:util'
import { FAULTS } from './faults.ts'
import { lineOf, markdownOf, type Row, tallyOf } from './table.ts'
import { TreeCopy } from './tree-copy.ts'
import { compile, runTests, tryFault } from './try-fault.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    unproven: { type: 'boolean', default: false },
  },
})
const { only } = values
const chosen = FAULTS.filter(({ name, file }) => !only || only.some((part) => name.includes(part) || file === part))
if (chosen.length === 0) {
  console.error(`no fault has "${only?.join('", "')}" in its name; --list shows them`)
  process.exit(2)
}
if (values.list) {
  for (const { name, file, why } of chosen) console.log(`${name}  (${file})\n    ${why}`)
  process.exit(0)
}

const tree = new TreeCopy()
const began = performance.now()
const rows: Row[] = []
try {
  if (!values.unproven) await proveSound()
  for (const fault of chosen) {
    const row = { fault, verdict: await tryFault(tree, fault) }
    rows.push(row)
    console.log(lineOf(row))
  }
} finally {
  tree.remove()
}
console.log(`\n${tallyOf(rows)}; ${Math.round((performance.now() - began) / 1000)} s`)
if (values.markdown) console.log(`\n${markdownOf(rows)}`)
if (rows.some(({ verdict }) => verdict.outcome !== 'caught')) process.exitCode = 1

/** Without any fault the tree compiles and every test that is named passes; else a failure would say nothing. */
async function proveSound(): Promise<void> {
  for (const workspace of new Set(chosen.map(({ file }) => file.split('/')[0] as string))) {
    const said = await compile(tree, workspace)
    if (said !== undefined) throw new Error(`the tree does not compile without a fault: ${said}`)
  }
  const tests = [...new Set(chosen.flatMap(({ tests }) => tests))].sort()
  for (const test of tests) {
    const { outcome, by } = await runTests(tree, [test])
    if (outcome !== 'survived') throw new Error(`${test} fails without a fault: ${outcome}, ${by}`)
  }
  console.log(`${tests.length} test files pass without a fault (${Math.round((performance.now() - began) / 1000)} s)\n`)
}
