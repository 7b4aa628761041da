import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What another program, which may not be there, writes. */
export const ran = (program: string, args: readonly string[], options: ExecFileSyncOptions): Buffer =>
  Buffer.from(execFileSync(program, args, options) ?? '')

/** A file sent through a program that reads `IN` and writes `OUT`. */
export function through(program: string, args: readonly string[], bytes: string | Uint8Array, end = 'pdf'): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-'))
  const [from, to] = [path.join(folder, `in.${end}`), path.join(folder, 'out')]
  try {
    writeFileSync(from, bytes)
    const named = args.map((each) => each.replace('IN', from).replace('OUT', to))
    execFileSync(program, named, { stdio: 'ignore' })
    return readFileSync(to)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
