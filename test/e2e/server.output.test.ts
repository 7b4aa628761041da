import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BINS, cleanUp, start, tempFolder } from './bins.ts'

afterAll(cleanUp)

const inShell = (line: string) => start('bash', ['-o', 'pipefail', '-c', `'${join(BINS, 'mkt-server')}' ${line}`]).ended

test.skipIf(!existsSync('/dev/full'))(
  'mkt-server on a full disk is one line and exit 1, for help and for what a command prints',
  async () => {
    const data = `--data '${tempFolder()}'`
    // The account is there, so that nothing is to be said of it.
    await inShell(`keys create --user ada ${data}`)
    for (const words of ['--help', `keys create --user ada ${data}`]) {
      const { code, stderr } = await inShell(`${words} > /dev/full`)
      const line = 'mkt-server: the output cannot be written: no space is left on the disk\n'
      expect([words, code, stderr]).toEqual([words, 1, line])
    }
  },
)

test('a reader that leaves mkt-server has what it wanted', async () => {
  expect(await inShell('serve --help | head -1')).toMatchObject({ code: 0, stderr: '' })
})
