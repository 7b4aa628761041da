import { type Box, middle } from '../../model/box.ts'
import type { Fields } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { pathOf } from './field-names.ts'
import type { SlipReading } from './read-slip.ts'

const PLANS = [
  { field: 'exempt_cpp_qpp', phrases: ['CPP/QPP', 'RPC/RRQ'], name: /cpp|qpp|rpc|rrq/i },
  { field: 'exempt_ppip', phrases: ['PPIP', 'RPAP'], name: /ppip|rpap/i },
  { field: 'exempt_ei', phrases: ['EI', 'AE'], name: /(?:^|_|exempt)(?:ei|ae)$/i },
] as const

const MARK = /^(?:[Xx×✓✔☒☑√]|true)$/

/** A mark stands nearer to its plan's name than this, in points, across and up. */
const NEAR = { across: 26, up: 26 }

interface Mark {
  box: Box
  words: Word[]
  name: string
}

/** The marked boxes of box 28 of a T4, each as "true"; a box without a mark states nothing. */
export function exemptions(reading: SlipReading): Fields {
  const { view } = reading
  const typed = view.words
    .filter((word) => MARK.test(word.text) && word.origin !== 'form')
    .map((word): Mark => ({ box: word.box, words: [word], name: '' }))
  const checked = view.form
    .filter(({ kind, value }) => (kind === 'checkbox' && value !== '') || (kind === 'text' && MARK.test(value)))
    .map(({ box, name }): Mark => ({ box, words: [], name: pathOf(name).at(-1) ?? '' }))
  const found: Fields = {}
  for (const mark of [...checked, ...typed]) {
    const field = PLANS.find(({ name }) => name.test(mark.name))?.field ?? nearestPlan(reading, mark.box)
    if (!field) continue
    found[field] = {
      value: 'true',
      printed: mark.words[0]?.text ?? 'X',
      confidence: 0.85,
      page: view.number,
      box: mark.box,
      words: mark.words,
      method: 'mark',
    }
  }
  return found
}

/** Narrow boxes print the plans' names side by side, so they are looked for as words and not as captions. */
function nearestPlan({ captions, view }: SlipReading, box: Box): string | undefined {
  const [x, y] = middle(box)
  const others = new Set(captions.flatMap(({ spec, words }) => (spec && spec.kind !== 'decoy' ? words : [])))
  const near = PLANS.flatMap(({ field, phrases }) =>
    view.words
      .filter((word) => (phrases as readonly string[]).includes(word.text) && !others.has(word))
      .map((word) => {
        const [cx, cy] = middle(word.box)
        return { field, across: Math.abs(cx - x), up: Math.abs(cy - y) }
      }),
  ).filter(({ across, up }) => across < NEAR.across && up < NEAR.up)
  return near.toSorted((a, b) => a.across + a.up - b.across - b.up)[0]?.field
}
