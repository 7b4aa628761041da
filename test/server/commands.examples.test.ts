import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DomainError } from '../../server/src/base/errors.ts'
import { createKey } from '../../server/src/commands/keys.ts'
import { type Given, readConfig } from '../../server/src/config.ts'
import { buildProgram } from '../../server/src/program.ts'

// What a person would type.
vi.mock('../../server/src/commands/ask.ts', async (original) => ({
  ...(await original<typeof import('../../server/src/commands/ask.ts')>()),
  readNewPassword: async () => 'a secret word',
}))

// A machine with systemd, of which this test is root.
const machine = vi.hoisted(() => ({ systemd: true, root: '', program: ['mkt-server'], run: async () => 0 }))
vi.mock('../../server/src/service/machine.ts', () => ({ thisMachine: () => machine }))

type Command = ReturnType<typeof buildProgram>

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-examples-'))
  machine.root = folder
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await createKey({ data: join(folder, 'data'), user: 'ada' })
  vi.restoreAllMocks()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All commands that do something, with the words that lead to them. */
function commandsOf(command: Command, path: string[] = []): { command: Command; path: string[] }[] {
  if (command.commands.length === 0) return [{ command, path }]
  return command.commands.flatMap((sub) => commandsOf(sub, [...path, sub.name()]))
}

function helpOf(command: Command): string {
  const said: string[] = []
  command.configureOutput({ writeOut: (text) => said.push(text) }).outputHelp()
  return said.join('')
}

const linesOf = (text: string) =>
  text.split('\n').flatMap((line) => /(?:^|\s|npx )(mkt-server \w.*)$/.exec(line.replace(/\s+#.*$/, ''))?.[1] ?? [])

const examplesOf = (command: Command) => linesOf(helpOf(command).split(/^Examples?:$/m)[1] ?? '')

/** The words of a command as a shell passes them on, with the folders of this test. */
function wordsOf(line: string): string[] {
  const words = [...line.replace(/ [<>|].*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
  return words.map(([, double, single, plain]) => double ?? single ?? plain ?? '').map(inFolder)
}

const inFolder = (word: string) => (/^\.\/|\.db$/.test(word) ? join(folder, word) : word)

/** Runs the line with the real program; only `serve` stops once it has its configuration. */
async function run(line: string): Promise<void> {
  const [, ...words] = wordsOf(line)
  const program = buildProgram()
  for (const { command, path } of commandsOf(program)) {
    if (path[0] === 'serve') command.action((flags: Given) => void readConfig(flags, {}))
  }
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true)
  if (words[0] === 'restore') words.push('--replace')
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    // Ids of examples are nobody's.
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error
  }
}

describe('every example of --help is taken by the program:', () => {
  const shown = commandsOf(buildProgram()).filter(({ path }) => path[0] !== 'help')
  test.each(shown.map(({ command, path }) => [path.join(' '), command] as const))('%s', async (_path, command) => {
    const examples = examplesOf(command)
    expect(examples).not.toEqual([])
    for (const line of examples) await run(line)
  })
})

describe('every line of the README is taken by the program:', () => {
  test.each(linesOf(README).map((line) => [line]))('%s', async (line) => run(line))
  test('they were found', () => expect(linesOf(README).length).toBeGreaterThan(7))
})

test('an example that the program refuses is found', async () => {
  await expect(run('mkt-server admin create --username op --email op@example.com --data ./data')).rejects.toMatchObject(
    {
      name: 'UsageError',
    },
  )
  await expect(run('mkt-server users vanish ada')).rejects.toMatchObject({ code: 'commander.unknownCommand' })
})
