import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrderedOutput } from '../../cli/src/batch/output.ts'

test('an answer that was taken is in the file, as far as those before it are there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-batch-disk-'))
  try {
    const path = join(folder, 'out.jsonl')
    await using output = await OrderedOutput.open(path, { lines: [], failed: 0, credits: 0n, bytes: 0, size: 0 })
    const said = () => readFileSync(path, 'utf8')
    for (let index = 0; index < 20; index += 2) {
      await output.put(index + 1, `answer ${index + 1}`)
      expect(said()).not.toContain(`answer ${index + 1}\n`)
      await output.put(index, `answer ${index}`)
      expect(said()).toMatch(new RegExp(`answer ${index}\nanswer ${index + 1}\n$`))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
