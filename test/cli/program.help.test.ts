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
