import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'

const run = promisify(execFile)

/** Whether a shell is here; what needs it is skipped where it is not. */
async function has(shell: string): Promise<boolean> {
  return await run(shell, ['-c', 'true']).then(
    () => true,
    () => false,
  )
}

describe.concurrent('completion', () => {
  test('bash completes commands, flags, choices and nothing after a value', async ({ cli }) => {
    const script = join(cli.directory, 'mkt.bash')
    await writeFile(script, (await cli.runLoggedOut(['completion', 'bash'])).stdout)
    const cases = [
      [['mkt', 'sub'], 'submit'],
      [['mkt', 'tokens', ''], 'list create revoke'],
      [['mkt', '--server', 'tokens', 'who'], 'whoami'],
      [['mkt', 'tokens', 'create', '--ex'], '--expires-in-days'],
      [['mkt', 'tokens', '--j'], '--json'],
      [['mkt', 'admin', 'withdrawals', '--status', 'p'], 'pending paid'],
      [['mkt', 'jobs', '--status', 'f'], 'failed'],
      [['mkt', 'submit', '--model', 'tokens', '--max-t'], '--max-tokens'],
      [['mkt', 'completion', 'b'], 'bash'],
      [['mkt', 'batch', '--ser'], '--server'],
      [['mkt', 'batch', 'in'], ''],
      [['mkt', 'submit', '--file', ''], ''],
    ] as const
    const asked = cases.map(([words]) => `ask ${words.map((word) => `'${word}'`).join(' ')}`)
    const ask = `ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mkt; echo "\${COMPREPLY[*]}"; }`
    const { stdout } = await run('bash', ['-c', ['set -u', `. '${script}'`, ask, ...asked].join('\n')])
    expect(stdout.split('\n')).toEqual([...cases.map(([, wanted]) => wanted), ''])
  })

  test('every shell is told all commands and flags, and takes its script', async ({ cli }) => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await cli.runLoggedOut(['completion', shell])
      expect(code).toBe(0)
      for (const word of ['withdrawals', 'documents-key', 'max-tokens', 'expires-in-days'])
        expect(stdout).toContain(word)
      const script = join(cli.directory, `mkt.${shell}`)
      await writeFile(script, stdout)
      if (await has(shell)) await run(shell, ['-n', script])
    }
  })
})
