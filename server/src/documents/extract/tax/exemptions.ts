import { type Box, middle } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { pathOf } from './field-names.ts'
import type { SlipReading } from './read-slip.ts'
import type { SlipView } from './slip-view.ts'

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

/** The marked boxes of box 28 of a T4, each as "true"; a box without a mark states nothing, the word No does. */
export function exemptions(reading: SlipReading): Fields {
  const { view } = reading
  const typed = view.words
    .filter((word) => MARK.test(word.text) && word.origin !== 'form')
    .map((word): Mark => ({ box: word.box, words: [word], name: '' }))
  const checked = view.form
    .filter(({ kind, value }) => (kind === 'checkbox' && value !== '') || (kind === 'text' && MARK.test(value)))
    .map(({ box, name }): Mark => ({ box, words: [], name: pathOf(name).at(-1) ?? '' }))
  const found = inWords(reading)
  for (const mark of [...checked, ...typed]) {
    const field = PLANS.find(({ name }) => name.test(mark.name))?.field ?? nearestPlan(reading, mark.box)
    if (!field) continue
    found[field] = fieldAt(view, mark)
  }
  return found
}

function fieldAt({ number }: SlipView, { box, words }: Mark): Field {
  const printed = words[0]?.text ?? 'X'
  return { value: 'true', printed, confidence: 0.85, page: number, box, words, method: 'mark' }
}

/** Portals say it in words: `EI exempt: No`. */
function inWords({ view }: SlipReading): Fields {
  const found: Fields = {}
  for (const word of view.words) {
    const said = /^(yes|oui|no|non)$/i.exec(word.text)?.[1]?.toLowerCase()
    const before = said ? wordsBefore(view, word) : []
    if (!said || !before.some(({ text }) => /^exempt/i.test(text))) continue
    const plan = PLANS.find(({ phrases }) => before.some(({ text }) => (phrases as readonly string[]).includes(text)))
    if (!plan) continue
    const value = said === 'yes' || said === 'oui' ? 'true' : 'false'
    found[plan.field] = { ...fieldAt(view, { box: word.box, words: [word], name: '' }), value, method: 'words' }
  }
  return found
}

/** The words on its row left of one, back to the answer before. */
function wordsBefore(view: SlipView, word: Word): Word[] {
  const before: Word[] = []
  for (let at = view.left.get(word); at && before.length < 5; at = view.left.get(at)) {
    if (/^(?:yes|oui|no|non)$/i.test(at.text)) break
    before.push(at)
  }
  return before
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
