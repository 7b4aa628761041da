import { EXIT } from '../exit-code.ts'

/**
 * A reader that leaves (`mkt-server users list | head -1`) has what it wanted. Where the answer cannot be written (a
 * full disk), one line says so and the program fails. Nothing is broken off: a command that wrote its answer may still
 * have a database to close, and talk that nobody can read is dropped.
 */
export function guardOutput(): void {
  let said = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || said) return
    said = true
    const reason = error.code === 'ENOSPC' ? 'no space is left on the disk' : error.message
    console.error(`mkt-server: the output cannot be written: ${reason}`)
    // At the very end, since a command that has done its work sets a code of its own.
    process.once('exit', () => {
      process.exitCode = EXIT.failed
    })
  })
  process.stderr.on('error', () => undefined)
}
