import { Failure } from './failure.ts'
import { startWords } from './words/start.ts'

/** Asks a person; where there is none the caller says what to give instead. Tests give their own. */
export interface Asker {
  /** Which of these; at least one. */
  choose(message: string, choices: readonly { name: string; value: string }[]): Promise<string[]>
  confirm(message: string): Promise<boolean>
  /** A line; `fault` says what is wrong with it. */
  line(message: string, fault: (text: string) => string | undefined): Promise<string>
}

/**
 * The person at the terminal; undefined where there is none. The signal takes a question back. The library is loaded at
 * the first question.
 */
export function askerOf(
  streams: Pick<NodeJS.Process, 'stdin' | 'stderr'> = process,
  signal?: AbortSignal,
): Asker | undefined {
  if (streams.stdin.isTTY !== true || streams.stderr.isTTY !== true) return undefined
  // Questions go to standard error: standard output is for data.
  const context = { input: process.stdin, output: process.stderr, ...(signal ? { signal } : {}) }
  return {
    choose: (message, choices) =>
      answered(async () => {
        const { checkbox } = await import('@inquirer/prompts')
        const all = choices.map((choice) => ({ ...choice, checked: true }))
        return await checkbox({ message, choices: all, required: true, pageSize: 15 }, context)
      }),
    confirm: (message) =>
      answered(async () => {
        const { confirm } = await import('@inquirer/prompts')
        return await confirm({ message, default: false }, context)
      }),
    line: (message, fault) =>
      answered(async () => {
        const { input } = await import('@inquirer/prompts')
        return await input({ message, required: true, validate: (text) => fault(text) ?? true }, context)
      }),
  }
}

async function answered<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    // What the library throws for Ctrl-C at a question.
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Failure('usage', startWords.unanswered)
    throw error
  }
}
