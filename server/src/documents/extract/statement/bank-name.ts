import type { Field } from '../../model/findings.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { exactly, phrases } from '../../vocabulary/compile.ts'
import { isFoot } from '../labels/foot.ts'
import { endsInLegalForm } from '../labels/legal-form.ts'

const BARE_WORD = exactly('bank.bare')

/** A bank may be called `Crédit` something; the rest are what it gives. */
const CREDIT = '^credit (?!limit|line|card|balance|available|interest)\\w'

const BANK = new RegExp(`\\b${phrases('bank.word')}\\b|bank(?:en)?\\b|\\bn\\.a\\.(?=$|,)|${CREDIT}`, 'u')

const TITLE = new RegExp(`\\b${phrases('bank.no_name')}\\b|\\d{3}`, 'u')

/** An account of a currency is no bank. */
const PRODUCT = /^(?:[a-z]{3}|foreign currency|multi-?currency) (?:savings|current|deposits?)$/

/** What follows the name on its line: the kind of document or account. */
const TAIL = new RegExp(
  `\\s*(?:[-–—|·•:]\\s+.*|\\b(?:${phrases('bank.tail.account')}\\s+)*${phrases('bank.tail.paper')}\\b.*)$`,
  'iu',
)

/**
 * The bank's name, from the letterhead: large, at the top, repeated on other pages, with a word that banks bear.
 * `tableTop` is where the first page's transactions begin: what stands there is somebody else's name.
 */
export function findBankName(
  pages: readonly PageLayout[],
  holder: string | undefined,
  tableTop: number,
): Field | undefined {
  const [first] = pages
  if (!first) return undefined
  const segments = first.lines.flatMap((line) => line.segments)
  const sizes = segments.map(({ size }) => size).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 9
  const candidates = segments.flatMap((segment, index) => {
    const value = nameIn(segment.text)
    const inTable = segment.box[3] <= tableTop && segment.box[1] > 0.12 * first.page.height
    if (!value || value === holder || inTable) return []
    const repeated = pages.slice(1).some(({ text }) => text.includes(value))
    return [{ segment, value, score: scoreOf(segment, value, first, usual) + (repeated ? 0.5 : 0) - index * 0.004 }]
  })
  const [best] = candidates.toSorted((a, b) => b.score - a.score)
  if (!best || best.score < 0.9) return signature(first)
  const { words, page, box } = best.segment
  return {
    value: best.value,
    printed: best.value,
    confidence: best.score > 2 ? 0.93 : best.score > 1.4 ? 0.8 : 0.55,
    page,
    box,
    words,
    method: 'letterhead',
  }
}

/** Without a letterhead a bank may sign at the foot, as one does in Japan: its name alone on a line. */
function signature(first: PageLayout): Field | undefined {
  const alone = first.lines.flatMap(({ segments }) => (segments.length === 1 ? segments : []))
  const signed = alone.find(({ text, box }) => {
    const name = nameIn(text)
    return name === text && /^\p{Lu}/u.test(text) && BANK.test(foldCase(text)) && isFoot(first, box)
  })
  if (!signed) return undefined
  const { words, page, box, text } = signed
  return { value: text, printed: text, confidence: 0.6, page, box, words, method: 'signature' }
}

/** Who stands behind a brand is said in its small print. */
const PROVIDED = new RegExp(
  `\\b${phrases('bank.provided')}(?<name>\\p{Lu}[\\p{L}.&' -]*?Bank[\\p{L}.&' -]*(?:, N\\.A\\.)?)` +
    '(?=[;,.)]|$| member| and| pursuant)',
  'iu',
)

function nameIn(text: string): string | undefined {
  const whole = foldBlanks(text)
  const provider = PROVIDED.exec(whole)?.groups?.name?.trim()
  if (provider && provider.split(' ').length < 7) return provider
  // Cut only where something is left that is a name: `Bank Statement` alone is none.
  const cut = whole.replace(TAIL, '').trim()
  const value = BANK.test(foldCase(cut)) || !BANK.test(foldCase(whole)) ? cut : whole
  const folded = foldCase(value)
  if (value.length < 3 || value.split(' ').length > 8 || !/\p{L}{2}/u.test(value) || value.endsWith(':'))
    return undefined
  return TITLE.test(folded) || PRODUCT.test(folded) || BARE_WORD.test(folded) ? undefined : value
}

function scoreOf(segment: Segment, value: string, { page }: PageLayout, usual: number): number {
  const high = segment.box[3] / page.height
  const large = Math.min(segment.size / usual, 2.2) - 1
  const named = BANK.test(foldCase(value)) ? 1 : 0
  const top = high > 0.85 ? 0.6 : high > 0.6 ? 0.2 : 0
  return (
    named +
    (endsInLegalForm(value) ? 0.7 : 0) +
    large +
    top +
    (segment.bold ? 0.15 : 0) -
    (/(?<!\bN\.A|\bInc|\bLtd|\bCo|\bCorp)[,.]$|\b(?:your|please|may|will|is|are)\b/i.test(value) ? 0.8 : 0)
  )
}
