import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { market as endpoints } from '@mkt/schemas'
import { describe, expect } from 'vitest'
import { test } from './cli-test.ts'
import { refusal } from './fake-market.ts'
import { models } from './samples.ts'

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

  test('bash completes models and ids with what the server knows, and expands none of it', async ({ market, cli }) => {
    const script = join(cli.directory, 'mkt.bash')
    await writeFile(script, (await cli.runLoggedOut(['completion', 'bash'])).stdout)
    const cases = [
      [['mkt', 'submit', '--model', 't'], 'model', 'tiny', 'tiny $(touch x) other'],
      [['mkt', 'stream', ''], 'job', 'job_1 job_2', 'job_1 job_2'],
      [['mkt', 'docs', 'show', 'doc_1', ''], 'doc', 'doc_1', 'doc_1'],
      [['mkt', 'withdraw', '--host', 'host_'], 'host', 'host_1', 'host_1'],
    ] as const
    for (const [words, kind, wanted, known] of cases) {
      const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`
      const mkt = `mkt() { [[ "$*" == 'completion-words ${kind}' ]] && printf '%s\\n' ${known
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' ')}; }`
      const lines = ['set -u', `. '${script}'`, mkt, ask, '_mkt', `echo "\${COMPREPLY[*]}"`, 'ls']
      const { stdout } = await run('bash', ['-c', lines.join('\n')], { cwd: cli.directory })
      expect(stdout).toBe(`${wanted}\nmkt.bash\n`)
    }
    expect(market.seen).toEqual([])
  })

  test('the words are those of the server, kept for some seconds; silence where it is away or nobody is logged in', async ({
    market,
    cli,
  }) => {
    const names = ['tiny', 'org/model-7b:q4', '$(touch x)', 'two words', '-n']
    market.script(endpoints.models, {
      status: 200,
      body: { models: names.map((name) => ({ ...models.models[0], name })) },
    })
    market.script(endpoints.listJobs, refusal(401, 'unauthorized', 'Who are you?'))
    // A busy machine may not get there within the patience that a person has.
    await expect
      .poll(() => cli.run(['completion-words', 'model']), { timeout: 60_000 })
      .not.toMatchObject({ stdout: '' })
    const told = await cli.run(['completion-words', 'model'])
    expect(told).toEqual({ code: 0, stdout: 'tiny\norg/model-7b:q4\n', stderr: '' })
    const asked = market.to(endpoints.models).length
    expect(await cli.run(['completion-words', 'model'])).toEqual(told)
    expect(market.to(endpoints.models).length).toBe(asked)
    const silent = { code: 0, stdout: '', stderr: '' }
    expect(await cli.runLoggedOut(['completion-words', 'job'])).toEqual(silent)
    for (const MKT_SERVER of ['http://127.0.0.1:9', 'nonsense'])
      expect(await cli.run(['completion-words', 'tok'], { env: { MKT_SERVER } })).toEqual(silent)
    expect(await cli.run(['completion-words', 'job'], { env: { MKT_CONFIG_DIR: '/proc/nowhere' } })).toEqual(silent)
  })

  test('every shell is told all commands and flags, and takes its script', async ({ cli }) => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, stdout } = await cli.runLoggedOut(['completion', shell])
      expect(code).toBe(0)
      for (const word of ['withdrawals', 'documents-key', 'max-tokens', 'expires-in-days', 'mkt completion-words'])
        expect(stdout).toContain(word)
      // The hidden command is asked, and never offered.
      expect(stdout).not.toMatch(/completion-words(:|'? -d)|completion completion-words/)
      const script = join(cli.directory, `mkt.${shell}`)
      await writeFile(script, stdout)
      if (await has(shell)) await run(shell, ['-n', script])
    }
  })
})
