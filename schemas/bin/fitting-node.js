// Which Node a program can run on. As plain as the launcher, which a Node of any age reads.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Does a version (`24.15.0`) lie in a range of `engines`: `>=A.B.C` and `^A.B.C`, with `||` between them? */
export function fits(version, range) {
  return range.split('||').some((part) => {
    const [, kind, floor] = /^\s*(>=|\^)(\d+\.\d+\.\d+)\s*$/.exec(part) || []
    if (!kind) throw new Error(`not a range that a launcher reads: ${part}`)
    const [have, want] = [version, floor].map((text) => text.split('.').map((digits) => Number.parseInt(digits, 10)))
    if (kind === '^' && have[0] !== want[0]) return false
    const unequal = want.findIndex((number, at) => number !== have[at])
    return unequal === -1 || have[unequal] > want[unequal]
  })
}

/** The fitting node binary that npm installed beside the package, looked for from `folder` upwards. */
export function fittingNode(folder, range) {
  for (let at = folder; ; at = dirname(at)) {
    const installed = join(at, 'node_modules', 'node')
    const binary = join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(binary) && fits(versionOf(installed), range)) return binary
    if (dirname(at) === at) return undefined
  }
}

function versionOf(installed) {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version
}
