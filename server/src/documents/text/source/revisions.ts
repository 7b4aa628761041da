import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refused } from '../../model/refused.ts'
import type { ChangedWord, Issue, Revision, RevisionChange } from '../../model/source.ts'
import { openToRead } from '../open.ts'
import { PageCut, type PageLimits } from '../page-cut.ts'
import { keptWords } from './kept-words.ts'
import { findRevisionEnds } from './revision-ends.ts'
import { type PageState, type Snapshot, takeSnapshot } from './snapshot.ts'

/** A file saved more often has its last states compared only, with the first one and those that were signed. */
const MOST_REVISIONS = 8
/** Of more signatures the first ones' states are compared. */
const MOST_SIGNED = 4
/** Pages read over all states together, so that a long file that was saved often costs a second or two. */
const MOST_PAGES = 120

interface ReadRevisions {
  issues: Issue[]
  limits: PageLimits
  password?: string | undefined
  /** Where the bytes end that each signature covers. */
  signed: readonly number[]
}

/** The states that are compared, by their place: what a change hides behind, many saves, hides nothing. */
function keptStates(ends: readonly number[], signed: readonly number[]): Set<number> {
  const last = ends.flatMap((_, at) => (at >= ends.length - MOST_REVISIONS ? [at] : []))
  const states = signed.slice(0, MOST_SIGNED).map((end) => ends.findIndex((other) => other >= end))
  return new Set([0, ...states.filter((at) => at >= 0), ...last])
}

/** Each state that the file was saved in, and what changed from one to the next. */
export async function readRevisions(
  bytes: Uint8Array,
  pdf: PDFDocumentProxy,
  { issues, limits, password, signed }: ReadRevisions,
): Promise<Revision[]> {
  const ends = findRevisionEnds(bytes)
  const kept = keptStates(ends, signed)
  if (kept.size < ends.length) issues.push({ stage: 'text', code: 'revisions_skipped' })
  const compared = kept.size
  if (compared < 2) return ends.map((end) => ({ end, change: undefined }))
  const most = Math.max(1, Math.floor(MOST_PAGES / Math.min(compared, MOST_REVISIONS)))
  if (pdf.numPages > most) issues.push({ stage: 'text', code: 'revision_pages_skipped' })
  const revisions: Revision[] = []
  let before: Snapshot | undefined
  for (const [k, end] of ends.entries()) {
    const at = k === ends.length - 1 ? pdf : end
    const after = kept.has(k) ? await stateAt(bytes, at, { most, limits, password }) : undefined
    if (kept.has(k) && !after) issues.push({ stage: 'text', code: 'revision_unreadable' })
    revisions.push({ end, change: before && after && compare(before, after) })
    before = after ?? before
  }
  return revisions
}

/** The file as it was up to `end`, or undefined where that does not open. */
async function stateAt(
  bytes: Uint8Array,
  at: PDFDocumentProxy | number,
  { most, limits, password }: { most: number; limits: PageLimits; password: string | undefined },
): Promise<Snapshot | undefined> {
  try {
    if (typeof at !== 'number') return await takeSnapshot(at, most, limits)
    const pdf = await openToRead(bytes.subarray(0, at), password)
    try {
      return await takeSnapshot(pdf, most, limits)
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch (error) {
    if (error instanceof PageCut || error instanceof Refused) throw error
    return undefined
  }
}

/** What a reader could see that changed between two states. */
export function compare(before: Snapshot, after: Snapshot): RevisionChange {
  const pages: number[] = []
  const removed: ChangedWord[] = []
  const added: ChangedWord[] = []
  let annotations = false
  const came = pagesThatCame(before.pages, after.pages)
  const left = after.pages.flatMap((now, at) => (came.has(at) ? [] : [{ now, number: at + 1 }]))
  for (let k = 0; k < Math.max(before.pages.length, left.length); k++) {
    const [old, { now, number = k + 1 } = {}] = [before.pages[k], left[k]]
    annotations ||= (old?.annotations ?? '') !== (now?.annotations ?? '')
    const gone = missing(old?.words, now?.words)
    const come = missing(now?.words, old?.words)
    const repainted = !sameSet(old?.painted, now?.painted)
    if (gone.length + come.length > 0 || repainted) pages.push(number)
    removed.push(...gone)
    added.push(...come)
  }
  const names = new Set([...before.values.keys(), ...after.values.keys()])
  return {
    pages,
    ...(came.size > 0 ? { came: [...came].map((at) => at + 1) } : {}),
    removed: keptWords(removed),
    added: keptWords(added),
    formValues: [...names].filter((name) => (before.values.get(name) ?? '') !== (after.values.get(name) ?? '')),
    attachments: before.attachments !== after.attachments,
    annotations,
    signatures: before.signatures !== after.signatures,
  }
}

/** The places of pages that came where every page before is there as it was, in its order; none where one is not. */
function pagesThatCame(before: readonly PageState[], after: readonly PageState[]): Set<number> {
  const came = new Set<number>()
  let kept = 0
  for (const [at, now] of after.entries()) {
    const old = before[kept]
    if (old && sameSet(old.words, now.words) && sameSet(old.painted, now.painted)) kept++
    else came.add(at)
  }
  return kept === before.length ? came : new Set()
}

function missing(from: Map<string, ChangedWord> | undefined, to: Map<string, ChangedWord> | undefined): ChangedWord[] {
  return [...(from ?? [])].flatMap(([key, word]) => (to?.has(key) ? [] : [word]))
}

/** Of maps the keys count. */
type Keys = Pick<ReadonlySet<string>, 'size' | 'has' | 'keys'>

function sameSet(a: Keys = new Set(), b: Keys = new Set()): boolean {
  return a.size === b.size && [...a.keys()].every((item) => b.has(item))
}
