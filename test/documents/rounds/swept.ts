import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mayHoldLost } from '../../../server/src/documents/text/source/lost-streams.ts'

/** Files that were saved in several states keep them: sweeping would take away what tells of the states. */
const STATE = '%%EOF'

/**
 * A file without the objects that nothing refers to, as a forger's program leaves it that sweeps up behind: what a
 * careless one leaves would tell of every change. Needs qpdf; files that hold nothing lost stay as they are.
 */
export function swept(bytes: Uint8Array): Uint8Array {
  const states = Buffer.from(bytes).toString('latin1').split(STATE).length - 1
  if (states > 1 || !mayHoldLost(bytes)) return bytes
  const folder = mkdtempSync(join(tmpdir(), 'swept-'))
  const [from, to] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')]
  try {
    writeFileSync(from, bytes)
    execFileSync('qpdf', ['--warning-exit-0', from, to], { stdio: 'ignore' })
    return readFileSync(to)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
