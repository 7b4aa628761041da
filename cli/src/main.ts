import { guardOutput } from './output.ts'
import { buildProgram } from './program.ts'
import { reportFailure } from './report.ts'

guardOutput()
try {
  await buildProgram().parseAsync()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
