import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { reportFailure } from './failure.ts'
import { guardOutput } from './output.ts'
import { buildProgram } from './program.ts'

// Halves the processor time of a command (0.37 to 0.18 s on 2 cores). The directory is the user's own: what lies
// in a shared one could be code of somebody else.
enableCompileCache(join(envPaths('mkt', { suffix: '' }).cache, 'compiled'))
guardOutput()
try {
  await buildProgram().parseAsync()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
