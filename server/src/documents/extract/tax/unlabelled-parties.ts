import { overlapAcross } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { endsInLegalForm } from '../labels/legal-form.ts'
import type { Candidate } from './candidates.ts'
import { wholeName } from './name-lines.ts'
import type { SlipReading } from './read-slip.ts'

/** The share of a page's height in which a letterhead stands. */
const HEAD = 0.16

const NO_NAME = new RegExp(`\\b${phrases('slip.no_name')}\\b|\\b[A-Z]{2} \\d{5}`, 'iu')

const NAME = /^\p{Lu}[\p{L}&'’.,-]+(?: [\p{L}\p{N}&'’.,-]+)+$/u

const TOWN = /\b[A-Z]{2} {1,2}\d{5}(?:-\d{4})?$|\b[A-Z]\d[A-Z] ?\d[A-Z]\d$/

/**
 * The parties of a 1099 that a bank or a broker lays out itself: its own name heads the page, the recipient's address
 * stands where an envelope's window shows it, and nothing says whose they are.
 */
export function unlabelledParties(reading: SlipReading): Fields {
  const head = reading.settled.has('payer_name') ? undefined : mastheadOf(reading)
  const payer = head && wholeName(reading, head)
  const found: Fields = { ...(payer ? { payer_name: fieldOf(reading, payer) } : {}), ...maskedNumber(reading) }
  if (reading.settled.has('recipient_name')) return found
  const recipient = windowOf(reading, payer ?? reading.settled.get('payer_name')?.candidate)
  return recipient ? { ...found, recipient_name: fieldOf(reading, recipient) } : found
}

/** A person's number with only its last figures shown. */
const MASKED = /^[X*•]{3}-?[X*•]{2}-?\d{4}$/i

/** Whose number is masked is the recipient, whatever stands before it: nobody hides that of a payer. */
function maskedNumber({ candidates, settled, view }: SlipReading): Fields {
  if (settled.has('recipient_tin')) return {}
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  const masked = candidates.filter(
    ({ kind, printed, words }) => kind === 'tin' && MASKED.test(printed) && !words.some((word) => used.has(word)),
  )
  const [only] = masked
  const alone = only && masked.every(({ value }) => value === only.value)
  if (!alone) return {}
  const { value, printed, words, box } = only
  return { recipient_tin: { value, printed, words, box, page: view.number, confidence: 0.8, method: 'masked' } }
}

/**
 * Payroll programs print who pays over the form, beside the agency's name and without a caption: the only firm at the
 * head by its legal form is meant.
 */
export function firmAtHead(field: string): (reading: SlipReading) => Fields {
  return (reading) => {
    if (reading.settled.has(field)) return {}
    const firms = atHead(reading).filter(({ printed }) => endsInLegalForm(printed))
    const [only] = firms
    return only && firms.every(({ value }) => value === only.value) ? { [field]: fieldOf(reading, only) } : {}
  }
}

/** A fund heads its own slip with its name, over its address. */
export function nameAtHead(field: string): (reading: SlipReading) => Fields {
  return (reading) => {
    const head = reading.settled.has(field) ? undefined : mastheadOf(reading)
    return head ? { [field]: fieldOf(reading, wholeName(reading, head)) } : {}
  }
}

function atHead(reading: SlipReading): Candidate[] {
  const top = Math.max(...reading.view.words.map(({ box }) => box[3]))
  const bottom = Math.min(...reading.view.words.map(({ box }) => box[1]))
  return freeNames(reading).filter(({ box }) => box[1] > top - HEAD * (top - bottom))
}

function mastheadOf(reading: SlipReading): Candidate | undefined {
  const heads = atHead(reading).filter((name) => under(wholeName(reading, name), reading.candidates).length > 0)
  return heads.toSorted((a, b) => sizeOf(b) - sizeOf(a) || b.box[3] - a.box[3])[0]
}

/** The only other name that an address is under. */
function windowOf(reading: SlipReading, payer: Candidate | undefined): Candidate | undefined {
  const { candidates } = reading
  const heads = freeNames(reading).filter((name) => {
    const street = under(name, candidates)[0]
    const town = street && under(street, candidates)[0]
    const unit = town && under(town, candidates)[0]
    return [street, town, unit].some((line) => line && TOWN.test(line.printed))
  })
  const others = heads.filter(({ words }) => !words.some((word) => payer?.words.includes(word)))
  const [only] = others
  return payer && only && others.every(({ value }) => value === only.value) ? only : undefined
}

function freeNames({ candidates, settled }: SlipReading): Candidate[] {
  const used = new Set([...settled.values()].flatMap(({ candidate }) => candidate.words))
  return candidates.filter(
    ({ kind, printed, words }) =>
      kind === 'name' && NAME.test(printed) && !NO_NAME.test(printed) && !words.some((word) => used.has(word)),
  )
}

/** The lines right beneath one that have a number in them, the nearest first: a name by itself may be anything. */
function under(line: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const below = candidates.filter(({ kind, box, printed }) => {
    const down = line.box[1] - box[3]
    return kind === 'name' && /\d/.test(printed) && down > -2 && down < 26 && overlapAcross(line.box, box) > 0.2
  })
  return below.toSorted((a, b) => b.box[3] - a.box[3])
}

const sizeOf = ({ words }: Candidate) => Math.max(...words.map(({ size }) => size))

function fieldOf({ view }: SlipReading, { value, printed, words, box }: Candidate): Field {
  return { value, printed, words, box, page: view.number, confidence: 0.6, method: 'masthead' }
}
