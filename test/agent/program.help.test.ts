import { expect, test } from 'vitest'
import { buildProgram } from '../../agent/src/program.ts'

type Command = ReturnType<typeof buildProgram>

/** The program, and what it says instead of writing it. */
function quiet(): { program: Command; all: [path: string, command: Command][]; said: string[] } {
  const said: string[] = []
  const program = buildProgram('1.2.3')
  const all: [string, Command][] = []
  const walk = (command: Command, path: string) => {
    command.configureOutput({ writeOut: (text) => said.push(text), writeErr: (text) => said.push(text) })
    all.push([path, command])
    for (const sub of command.commands) walk(sub, `${path} ${sub.name()}`)
  }
  walk(program, 'mkt-agent')
  return { program, all, said }
}

test('has these commands', () => {
  expect(
    quiet()
      .all.map(([path]) => path.slice('mkt-agent '.length))
      .sort(),
  ).toEqual([
    ...[
      '',
      'completion',
      'config',
      'doctor',
      'pause',
      'resume',
      'rotate-key',
      'selftest',
      'service',
      'service install',
    ],
    ...['service logs', 'service uninstall', 'set', 'start', 'status', 'withdraw', 'withdrawals'],
  ])
})

test.each(quiet().all.map(([path]) => path))('%s --help has examples of itself', (path) => {
  const { all, said } = quiet()
  all.find(([name]) => name === path)?.[1].outputHelp()
  const [, examples] = said.join('').split('Examples:\n')
  expect(examples).toContain(path)
})

test.each([
  [['service', 'logs', '--lines', 'many'], 'whole number'],
  [['service', 'dance'], "unknown command 'dance'"],
  [['withdraw', '--amount', '1'], "required option '--to <DEST>'"],
  [['withdrawals', '--limit', '0'], 'whole number from 1 to 100'],
  [['selftest', '--timeout', '1e9'], 'whole number'],
  [['set', '--cost', '1'], "unknown option '--cost'"],
])('%j is wrong usage and says where the help is', async (args, says) => {
  const { program, said } = quiet()
  await expect(program.parseAsync(['node', 'mkt-agent', ...args])).rejects.toThrow(says)
  expect(said.join('')).toContain('--help shows what there is')
})
