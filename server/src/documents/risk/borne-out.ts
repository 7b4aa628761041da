import type { Flag } from '../model/findings.ts'
import { certaintyOfWords, DOUBT } from './claim.ts'

/** A cent of rounding on either side. */
const SAME = 0.02

/**
 * Sums of one paper that recognised figures break by the same amount. One may be a digit that recognition took for
 * another; two that want the same other figure, or that share only characters that are sure, are the paper's own. Pure.
 */
export function borneOut(flags: readonly Flag[]): Flag[] {
  return flags.map((flag) => {
    const { broken, ...told } = flag
    if (!broken || flag.proof || !flags.some((other) => bearOut(flag, other))) return told
    const message = `${told.message.replace(DOUBT, '')} (recognised; another sum lacks the same)`
    return { ...told, severity: told.severity === 'info' ? 'info' : 'medium', message }
  })
}

function bearOut(one: Flag, other: Flag): boolean {
  if (!one.broken || !other.broken || one.code === other.code) return false
  // One row that recognition lost breaks every sum over the rows by its own amount.
  if (one.broken.lost && other.broken.lost) return false
  if (Math.abs(Math.abs(one.broken.gap) - Math.abs(other.broken.gap)) > SAME) return false
  const theirs = new Set(other.broken.words)
  return certaintyOfWords(one.broken.words.filter((word) => theirs.has(word))) === 'sure'
}
