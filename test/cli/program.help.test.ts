import { expect, test } from 'vitest'
import { buildProgram } from '../../cli/src/program.ts'

type Command = ReturnType<typeof buildProgram>

const commands = commandsOf(buildProgram())

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)]
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

function helpOf(command: Command): string {
  let text = ''
  const writeOut = (more: string) => {
    text += more
  }
  command.configureOutput({ writeOut })
  command.outputHelp()
  return text
}

test('every command has help with examples that call it', () => {
  expect(commands.length).toBeGreaterThan(30)
  for (const command of commands) {
    const [, examples = ''] = helpOf(command).split(/\nExamples?:\n/)
    expect(examples, pathOf(command)).toContain(pathOf(command).replace(/ list$/, ''))
  }
})

test('options that take a value take one in every command, so that completion may skip it', () => {
  const flags = commands.flatMap(({ options }) => options.map((option) => [option.long, option.required] as const))
  const valued = new Set(flags.filter(([, required]) => required).map(([long]) => long))
  expect(flags.filter(([long, required]) => valued.has(long) && !required)).toEqual([])
})

test.each([
  'submit --model tiny --top-p 1.1 x',
  'submit --model tiny --seed 0.5 x',
  'submit --model tiny --stop= x',
  'submit --model tiny --stop a --stop b --stop c --stop d --stop e x',
  'batch in.jsonl',
  'batch in.jsonl out.jsonl --concurrency 0',
  'batch in.jsonl out.jsonl --patience 10',
  'withdraw --host host_1 --amount 0 --to credits',
  'withdraw --host host_1 --amount 1',
  'hosts adopt mkt_h_key',
  'account delete now',
  'admin grant a/b --amount 50 --reason x',
  'admin disable a/b',
  'admin pay job_1',
  'admin withdrawals --status lost',
  'completion csh',
  'tokens bogus',
  'docs bogus',
  'hosts help bogus',
])('`mkt %s` is refused before anything is done', async (line) => {
  const program = buildProgram()
  for (const command of commandsOf(program)) command.configureOutput({ writeErr: () => undefined })
  const parsing = program.parseAsync(line.split(' '), { from: 'user' })
  await expect(parsing).rejects.toMatchObject({ code: expect.stringMatching(/^commander\./) })
})
