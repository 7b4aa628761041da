import type { Place } from '../../round-file.ts'
import { through } from './through.ts'

/** A run of text where the page shows it, in points from the bottom left. */
export interface Spot {
  page: number
  box: Place['box']
  text: string
  x: number
  y: number
  size: number
  font: string
  color: string
  /** Left and right ends of its letters. */
  letters: [number, number][]
}

interface Letter {
  c: string
  quad: number[]
  x: number
  y: number
  size: number
  font: string
  color: string
  page: number
  height: number
}

const TAG = /<(page|line|font|char)\b([^>]*)>/g
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }

/** Every letter of a file, in the order of its contents; a blank line end between lines. */
function lettersOf(bytes: Uint8Array): Letter[] {
  const xml = through('mutool', ['draw', '-q', '-F', 'stext', '-o', 'OUT', 'IN'], bytes).toString()
  const state = { page: 0, height: 0, size: 0, font: '' }
  const letters: Letter[] = []
  for (const [, tag, rest = ''] of xml.matchAll(TAG)) {
    const get = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(rest)?.[1] ?? ''
    if (tag === 'page') Object.assign(state, { page: state.page + 1, height: Number(get('height')) })
    else if (tag === 'font') Object.assign(state, { size: Number(get('size')), font: get('name') })
    else {
      const c =
        tag === 'line'
          ? '\n'
          : get('c').replace(/&#x([0-9a-f]+);/, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
      const quad = get('quad').split(' ').map(Number)
      letters.push({
        ...state,
        c: ENTITIES[c] ?? c,
        quad,
        x: Number(get('x')),
        y: Number(get('y')),
        color: get('color'),
      })
    }
  }
  return letters
}

const folded = (text: string) => text.replace(/[\s\u00a0]/g, '')
const timesIn = (text: string, part: string) => folded(text).split(folded(part)).length - 1

/** Finds a text of which the same stands some times in what was written `before` it. */
export function locate(bytes: Uint8Array, text: string, before: string): Spot {
  const letters = lettersOf(bytes).filter(({ c }) => folded(c) !== '')
  const all = letters.map(({ c }) => c).join('')
  let at = -1
  for (let count = timesIn(before, text); count >= 0; count--) at = all.indexOf(folded(text), at + 1)
  const run = letters.slice(at, at + folded(text).length)
  const [first] = run
  if (at < 0 || !first) throw new Error(`"${text}" is not printed`)
  const { page, height, x, y, size, font, color } = first
  const [left, right] = [
    Math.min(...run.map(({ quad }) => quad[0] ?? 0)),
    Math.max(...run.map(({ quad }) => quad[2] ?? 0)),
  ]
  const base = height - y
  return {
    page,
    box: [left, base - 0.22 * size, right, base + 0.74 * size],
    text,
    x,
    y: base,
    size,
    font,
    color,
    letters: run.map(endsOf),
  }
}

const endsOf = ({ quad }: Letter): [number, number] => [quad[0] ?? 0, quad[2] ?? 0]

/** The same letter elsewhere on the page, in the same face: its ends and its base line. */
export function twinOf(bytes: Uint8Array, letter: string, spot: Spot): { ends: [number, number]; y: number } {
  const same = lettersOf(bytes).filter(
    ({ c, font, size, page }) => c === letter && font === spot.font && size === spot.size && page === spot.page,
  )
  const twin = same.find(({ y, height }) => Math.abs(height - y - spot.y) > 2) ?? same[0]
  if (!twin) throw new Error(`no ${letter} to copy`)
  return { ends: endsOf(twin), y: twin.height - twin.y }
}
