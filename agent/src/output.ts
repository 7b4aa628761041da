import { systemFault } from '@mkt/schemas/process/system-fault'
import { EXIT } from './failure.ts'
import { startWords } from './words/start.ts'

/**
 * A reader that leaves (`mkt-agent status | head -1`) has what it wanted, and the program ends; where what was asked
 * for cannot be written, it says so in one line and fails. Talk that nobody reads is dropped.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    process.stderr.write(startWords.noOutput(systemFault(error)))
    process.exit(EXIT.failed)
  })
  process.stderr.on('error', () => undefined)
}
