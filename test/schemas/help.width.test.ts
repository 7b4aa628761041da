import { expect, test, vi } from 'vitest'
import { buildProgram as agentProgram } from '../../agent/src/program.ts'
import { buildProgram as cliProgram } from '../../cli/src/program.ts'
import { buildProgram as serverProgram } from '../../server/src/program.ts'

interface Shown {
  name(): string
  commands: readonly Shown[]
  outputHelp(): void
}

const PROGRAMS: [string, () => Shown][] = [
  ['mkt', cliProgram],
  ['mkt-agent', () => agentProgram('1.2.3')],
  ['mkt-server', serverProgram],
]

/** Each command's help as it goes to a pipe. */
function helpOf(program: Shown): string[] {
  const shown: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
  const walk = (command: Shown) => {
    command.outputHelp()
    command.commands.forEach(walk)
  }
  walk(program)
  spy.mockRestore()
  return shown
}

test.each(PROGRAMS)(
  'the help of all commands of %s fits 80 columns, but for examples, which are copied',
  (_name, build) => {
    const lines = helpOf(build()).flatMap((text) => {
      const whole = text.split('\n')
      // An example goes on until a line without an indent.
      return whole.filter((_line, at) => {
        const head = whole.slice(0, at + 1).findLast((line) => /^\S/.test(line)) ?? ''
        return !/^Examples?:/.test(head)
      })
    })
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)
