import { height } from '../../model/box.ts'
import type { PageLayout, Segment } from '../../model/layout.ts'
import { foldCase } from '../values/fold.ts'

/** An address as letters carry it: a name, a street, a town with its postal code. Top down. */
export interface Addressee {
  name: Segment
  lines: Segment[]
}

/** The line with the postal code, as Canada, the US, Britain and Ireland, continental Europe, Singapore, Australia write it. */
const TOWN: readonly RegExp[] = [
  /\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  /\b[A-Z]{2}\.?,? +\d{5}(?:-\d{4})?$/,
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  /^(?:[A-Z]{1,2}-)?\d{4,5} \p{L}[\p{L} .'/-]+(?: cedex(?: \d+)?)?$/iu,
  /^\p{L}[\p{L} .]+ ?[-–] ?[1-8]\d{2} ?\d{3}$/u,
  /\bsingapore \(?\d{6}\)?$/i,
  /\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT),? \d{4}$/,
]

/** Words of captions, titles and addresses: what has one of them names nobody. */
const NO_NAME =
  /\d|:$|@|www\.|\b(?:statement|account|page|street|avenue|road|box|suite|floor|bank|banque|building society|credit union|caisse|sparkasse|volksbank|releve|kontoauszug|period|address|adresse|date|name|nom|pay|paid|payment|gross|net|period|periode|zeitraum|number|numero|total|salary|salaire|frequency|frequence|employee|employer|employe|employeur|department|title|hours|rate|amount|montant|signature|phone|social|security|beginning|ending|through|deductions|earnings|wages|recipient|applicant|debut|fin|paie|paiement|versement|currency|devise|solde|balance|begin|zahltag)\b/

/** Every address on the pages, in reading order; `name` is its topmost line that can be a name. */
export function findAddressees(pages: readonly PageLayout[]): Addressee[] {
  return pages.flatMap(({ lines }) => {
    const segments = lines.flatMap((line) => line.segments)
    return segments.filter(isTown).flatMap((town) => {
      const above = climb(town, segments)
      const name = above.findLast((segment) => couldBeName(segment.text))
      return name ? [{ name, lines: [...above.toReversed(), town] }] : []
    })
  })
}

function isTown({ text }: Segment): boolean {
  return text.length < 60 && TOWN.some((pattern) => pattern.test(text.trim()))
}

/** Whether a text can be the name of a person or a firm: words that begin with letters, no figures, no label. */
export function couldBeName(text: string): boolean {
  const words = text.trim().split(/\s+/)
  const lettered = words.filter((word) => /^[\p{L}&.'(-]/u.test(word)).length
  const folded = foldCase(text)
  const named = !NO_NAME.test(folded) && !/\bno\.?$|^\(/.test(folded)
  return words.length > 1 && words.length < 8 && lettered === words.length && named
}

/** What stands above the town line in its block, nearest first: at the same left edge, without a gap. */
function climb(town: Segment, segments: readonly Segment[]): Segment[] {
  const found: Segment[] = []
  let below = town
  for (let step = 0; step < 5; step++) {
    const next = segments
      .filter((each) => each.page === below.page && Math.abs(each.box[0] - below.box[0]) < 6)
      .filter((each) => each.box[1] >= below.box[3] - 0.35 * height(below.box))
      .toSorted((a, b) => a.box[1] - b.box[1])[0]
    if (!next || next.box[1] - below.box[3] > 0.95 * height(below.box) || next.text.endsWith(':')) break
    found.push(next)
    below = next
  }
  return found
}
