import { guardOutput } from './commands/output.ts'
import { buildProgram } from './program.ts'

// Databases, logs and keys that this program writes are its user's alone.
process.umask(0o077)
guardOutput()

try {
  await buildProgram().parseAsync()
} catch (error) {
  const { reportFailure } = await import('./commands/report.ts')
  reportFailure(error)
}
