import { readEInvoice } from '../extract/einvoice/read-einvoice.ts'
import { type Box, shared } from '../model/box.ts'
import type { DocumentPart, Flag, Target } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import type { ChangedWord, RevisionChange } from '../model/source.ts'
import { WITH_CENTS } from '../values/amount.ts'
import { changedEvidence, fieldsWhere, quotedWords } from './changed-words.ts'
import { leftBehind } from './left-behind.ts'
import { cameIntoSigned, pagesAdded } from './pages-added.ts'
import { targetOf } from './policy/targets.ts'
import { PROGRAMS } from './programs.ts'
import { inPlaceOf, replacementsOf } from './replacements.ts'
import { flag, type StructureRule } from './structure-rule.ts'
import { swappedPages } from './swapped-pages.ts'
import { VALUES_ELSEWHERE } from './values-elsewhere.ts'

/**
 * What a later save did to what the pages say. A value in the place of another one is proof; words that came to empty
 * places (stamps, page numbers, signatures' captions) or went away are a sign that wants a second one.
 */
const changedContent: StructureRule = (reading, parts) =>
  reading.source.revisions.flatMap(({ change }, index) => {
    if (!change || change.pages.length === 0) return []
    const save = `save ${index + 1} of ${reading.source.revisions.length}`
    const replaced = replacementsOf(change)
    if (replaced.length === 0) return wordsOnly(save, change, reading, parts)
    const [before, after] = [replaced.map(([old]) => old), replaced.map(([, now]) => now)]
    return flag({
      code: 'VALUE_REPLACED_AFTER_SAVING',
      severity: 'high',
      proof: true,
      message: `${save} put "${quotedWords(after)}" where "${quotedWords(before)}" stood`,
      fields: fieldsWhere(parts, after),
      evidence: changedEvidence(after),
    })
  })

/** The lightest colour that still hides what is under it, of each of its parts. */
const DARK = 0x60

/** An amount that was taken out and came back nowhere; redaction leaves its black bar in the place. */
function amountsTaken({ removed, added }: RevisionChange, reading: Reading): boolean {
  const kept = new Set(added.map(({ text }) => text))
  return removed.some((word) => {
    const page = reading.pages.find(({ page }) => page.number === word.page)?.page
    const barred = page?.fills.some(({ box, color }) => isDark(color) && shared(box, word.box as Box) > 0)
    return WITH_CENTS.test(word.text) && !kept.has(word.text) && !barred
  })
}

const isDark = (color: string) => [1, 3, 5].every((from) => Number.parseInt(color.slice(from, from + 2), 16) <= DARK)

/** What is stamped or headed onto a finished paper is the day, a number of its own, and no name of the paper's. */
const FIGURES: ReadonlySet<Target> = new Set(['amount', 'account', 'date'])

/** A word with digits that stands upright, as the page's text does and a stamp seldom. */
function isFigure({ page: number, text, box }: ChangedWord, { pages }: Reading): boolean {
  const words = pages.find(({ page }) => page.number === number)?.page.words ?? []
  const turned = words.some((word) => word.turn !== undefined && word.text === text && inPlaceOf(word.box, box))
  return /\d/.test(text) && !turned
}

function wordsOnly(save: string, change: RevisionChange, reading: Reading, parts: readonly DocumentPart[]): Flag {
  const { added, removed, pages } = change
  const words = [...added, ...removed]
  // Content streams that were written anew and say the same: optimisers and signing programs do that.
  if (words.length === 0)
    return flag({
      code: 'PAGE_REWRITTEN',
      severity: 'low',
      message: `${save} wrote page ${pages.join(', ')} anew; the words are the same`,
    })
  const fields = fieldsWhere(parts, added)
  const value = fieldsWhere(
    parts,
    added.filter((word) => isFigure(word, reading)),
  ).some((name) => FIGURES.has(targetOf(name)))
  return flag({
    code: 'PAGE_CHANGED_AFTER_SAVING',
    severity: value ? 'high' : 'medium',
    proof: value || amountsTaken(change, reading),
    message:
      `${save} changed the page: ${added.length} words came ("${quotedWords(added)}"), ` +
      `${removed.length} went ("${quotedWords(removed)}")`,
    fields,
    evidence: changedEvidence(words),
  })
}

/** Rule 2: what filling in a form, attaching and commenting leave behind is told and weighs nothing. */
const harmlessSaves: StructureRule = ({ source }) =>
  source.revisions.flatMap(({ change }, index) => {
    if (!change || change.pages.length > 0 || change.came) return []
    const what = [
      change.formValues.length > 0 ? 'form values' : '',
      change.attachments ? 'attachments' : '',
      change.annotations ? 'annotations' : '',
      change.signatures ? 'a signature' : '',
    ].filter((part) => part !== '')
    if (what.length === 0) return []
    return flag({ code: 'SAVED_AGAIN', severity: 'info', message: `save ${index + 1} changed ${what.join(', ')} only` })
  })

/** Rule 3: page content that changed after the signature was put under it. */
const afterSignature: StructureRule = ({ source }, parts) =>
  source.signatures.flatMap((signature) => {
    const later = source.revisions.filter(({ end, change }) => end > signature.end && change !== undefined)
    const changed = later.filter(({ change }) => (change?.pages.length ?? 0) > 0)
    const words = changed.flatMap(({ change }) => [...(change?.added ?? []), ...(change?.removed ?? [])])
    if (words.length > 0)
      return flag({
        code: 'SIGNED_THEN_CHANGED',
        severity: 'critical',
        proof: true,
        message: `the page was changed after ${signature.name || 'it'} was signed: "${quotedWords(words)}"`,
        fields: fieldsWhere(parts, words),
        evidence: changedEvidence(words),
      })
    const came = cameIntoSigned(later, parts)
    if (came.length > 0)
      return flag({
        code: 'SIGNED_THEN_CHANGED',
        severity: 'critical',
        proof: true,
        message: `page ${came.join(', ')} was put into it after ${signature.name || 'it'} was signed`,
      })
    if (signature.coversFile || later.length === 0) return []
    return flag({
      code: 'SAVED_AFTER_SIGNING',
      severity: 'info',
      message: isWhollyCompared(source)
        ? 'the file was saved again after it was signed; the pages that it had say the same'
        : 'the file was saved again after it was signed; what was compared of its pages says the same',
    })
  })

const NOT_COMPARED = new Set(['revision_pages_skipped', 'revision_unreadable', 'revisions_unreadable'])

const isWhollyCompared = ({ issues }: Reading['source']) => issues.every(({ code }) => !NOT_COMPARED.has(code))

const DAY_MS = 86_400_000

const modifiedLater: StructureRule = ({ source: { info } }) => {
  const days = (Date.parse(info.modified) - Date.parse(info.created)) / DAY_MS
  if (days <= -1)
    return [
      flag({
        code: 'MODIFIED_BEFORE_MADE',
        severity: 'low',
        message: `modified ${Math.floor(-days)} days before it was made`,
      }),
    ]
  if (!(days >= 1)) return []
  return [
    flag({ code: 'MODIFIED_LATER', severity: 'info', message: `modified ${Math.floor(days)} days after it was made` }),
  ]
}

const scripts: StructureRule = ({ source }) =>
  source.hasScripts && !source.hasForm
    ? [flag({ code: 'SCRIPTS', severity: 'low', message: 'holds scripts though it holds no form' })]
    : []

/** Names under which e-invoices travel (Factur-X, ZUGFeRD 1 and 2, XRechnung). */
const EINVOICE = /^(factur-x|zugferd-invoice|xrechnung)\.xml$/i

const unreadableEInvoice: StructureRule = ({ source }) => {
  const invoice = readEInvoice(source)
  const read = invoice?.number !== undefined || invoice?.gross !== undefined
  if (read || !source.attachments.some(({ name }) => EINVOICE.test(name))) return []
  return [flag({ code: 'EINVOICE_UNREADABLE', severity: 'low', message: 'holds an e-invoice that cannot be read' })]
}

/** What the file's saves, signatures and metadata tell. Metadata is low at most, so that it never lifts a level. */
export const STRUCTURE: readonly StructureRule[] = [
  changedContent,
  pagesAdded,
  leftBehind,
  swappedPages,
  harmlessSaves,
  afterSignature,
  ...PROGRAMS,
  modifiedLater,
  scripts,
  unreadableEInvoice,
  ...VALUES_ELSEWHERE,
]
