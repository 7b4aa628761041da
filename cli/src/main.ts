import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { guardOutput } from './output.ts'
import { buildProgram } from './program.ts'
import { reportFailure } from './report.ts'

// Saves a fifth of a command's processor time (0.46 to 0.37 s for `mkt models`). The directory is the user's own:
// what lies in a shared one could be code of somebody else.
enableCompileCache(join(envPaths('mkt', { suffix: '' }).cache, 'compiled'))
guardOutput()
try {
  await buildProgram().parseAsync()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
