const MARK = '%%EOF'
const START = 'startxref'
/** What follows the word: where the cross-references are, and the mark, where nobody wrote over it. */
const FOLLOWS = /^\s+(\d{1,12})\s*(?:%%EOF)?/

/**
 * Where each saved state of a file ends, just after its %%EOF, oldest first; the last one is the file as it is. A state
 * counts where its startxref leads to cross-references of this file, whether the mark behind it is there or was written
 * over: those of embedded files do not, nor does the first of a linearised file, which ends a part and no state (PDF
 * 32000-1, 7.5.6 and annex F).
 */
export function findRevisionEnds(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const head = Math.max(text.slice(0, 1024).indexOf('%PDF-'), 0)
  const ends: number[] = []
  let from = 0
  for (let at = text.indexOf(START); at >= 0; at = text.indexOf(START, at + 1)) {
    const found = FOLLOWS.exec(text.slice(at + START.length, at + START.length + 64))
    if (!found || !leadsToReferences(text, head, Number(found[1]), at)) continue
    const end = at + START.length + found[0].length
    // A second mark without an object before it is a stutter, no state.
    if (ends.length > 0 && !/\d\s+obj\b/.test(text.slice(from, at))) ends.pop()
    ends.push(end)
    from = end
  }
  const last = text.lastIndexOf(MARK)
  const whole = last < 0 ? bytes.length : last + MARK.length
  if ((ends.at(-1) ?? 0) < whole) ends.push(whole)
  return ends
}

function leadsToReferences(text: string, head: number, offset: number, at: number): boolean {
  if (offset === 0 || offset + head >= at) return false
  const here = (from: number) => /^\s*(?:xref|\d+\s+\d+\s+obj)\b/.test(text.slice(from, from + 40))
  return here(offset + head) || here(offset) || here(Math.max(0, offset - 2))
}
