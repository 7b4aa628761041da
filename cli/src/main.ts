import { reportFailure } from './failure.ts'
import { guardOutput } from './output.ts'
import { buildProgram } from './program.ts'

guardOutput()
try {
  await buildProgram().parseAsync()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
