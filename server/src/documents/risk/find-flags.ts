import type { DocumentPart, Flag } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import { accountDue } from './account-due.ts'
import { ibanBeside } from './accounts/iban-beside.ts'
import { ibanInProse } from './accounts/iban-in-prose.ts'
import { findActualTexts } from './actual-text.ts'
import { findBesideSheet } from './beside-sheet.ts'
import { borneOut } from './borne-out.ts'
import { cardMinimum } from './card-minimum.ts'
import { cardPaid } from './card-paid.ts'
import { cashChange } from './cash-change.ts'
import { ruleOf } from './closings/close.ts'
import { BOUNDS, CLOSINGS } from './closings/index.ts'
import { ruleOfBounds } from './closings/keep-bounds.ts'
import { CONSISTENCY } from './consistency.ts'
import { compareCopies } from './copies.ts'
import { findCoveredValues } from './covered-values.ts'
import { creditLine } from './credit-line.ts'
import { findCutShort } from './cut-short.ts'
import { discountRate } from './discount-rate.ts'
import { dueTerms } from './due-terms.ts'
import { earnings } from './earnings.ts'
import { examinedParts } from './examined-parts.ts'
import { factsOf, type Rule } from './facts.ts'
import { findFieldValues } from './field-values.ts'
import { findHiddenText } from './hidden-text.ts'
import { findHiddenValues } from './hidden-values.ts'
import { IDENTITY } from './identity.ts'
import { invoiceLine } from './invoice-line.ts'
import { JOINED_NUMBERS } from './joined-numbers.ts'
import { lateMade } from './late-made.ts'
import { findLayerNumbers } from './layer-numbers.ts'
import { lineOff } from './line-off.ts'
import { outlinedFigures } from './outlined-figures.ts'
import { paidShort } from './paid-short.ts'
import { netOfItems } from './pay/between.ts'
import { contributions } from './pay/contributions.ts'
import { grossOfItems } from './pay/gross-of-items.ts'
import { payItems } from './pay/items.ts'
import { overtime } from './pay/overtime.ts'
import { saidInRows } from './pay/said-in-rows.ts'
import { singleContributions } from './pay/single-contributions.ts'
import { yearColumns } from './pay/year-columns.ts'
import { yearOfItems } from './pay/year-of-items.ts'
import { payColumns } from './pay-columns.ts'
import { paySaid } from './pay-said.ts'
import { personNumbers } from './persons/person-numbers.ts'
import { placed } from './policy/targets.ts'
import { RETYPED } from './retyped.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { rowsPaintedOver } from './rows-painted-over.ts'
import { RUNNING_BALANCES } from './running-balances.ts'
import { saidOtherwise } from './said-otherwise.ts'
import { saidTwice } from './said-twice.ts'
import { findSeenInPart } from './seen-in-part.ts'
import { strokesOnFigures } from './strokes-on-figures.ts'
import { STRUCTURE } from './structure.ts'
import { summaryLine } from './summary-line.ts'
import { taxBases } from './tax-bases.ts'
import { taxRate } from './tax-rate.ts'
import { taxShort } from './tax-short.ts'
import { TYPOGRAPHY } from './typography.ts'
import { findUnseenAmounts } from './unseen-amounts.ts'
import { weekdayRows } from './weekday-rows.ts'
import { weekdays } from './weekdays.ts'

const RULES: readonly Rule[] = [
  ...BOUNDS.map(ruleOfBounds),
  ...RUNNING_BALANCES,
  rowsInOrder,
  creditLine,
  cardMinimum,
  summaryLine,
  ...CLOSINGS.map(ruleOf),
  accountDue,
  earnings,
  overtime,
  payColumns,
  contributions,
  singleContributions,
  payItems,
  grossOfItems,
  yearOfItems,
  yearColumns,
  netOfItems,
  paySaid,
  saidInRows,
  invoiceLine,
  lineOff,
  taxBases,
  discountRate,
  taxRate,
  taxShort,
  lateMade,
  weekdays,
  weekdayRows,
  dueTerms,
  cashChange,
  cardPaid,
  paidShort,
  ibanBeside,
  ibanInProse,
  personNumbers,
  saidOtherwise,
  saidTwice,
  ...IDENTITY,
  ...CONSISTENCY,
  ...TYPOGRAPHY,
  ...RETYPED,
  ...JOINED_NUMBERS,
  outlinedFigures,
  strokesOnFigures,
  rowsPaintedOver,
]

/**
 * The flags of one file by itself: structure, typography, arithmetic, identity, consistency, and those `pictured` that
 * were found in the pictures of its pages. Pure.
 */
export function findFlags(reading: Reading, found: DocumentPart[], pictured: readonly Flag[] = []): Flag[] {
  const examined = examinedParts(found)
  const parts = examined.map(({ part }) => part)
  const ofFile = STRUCTURE.flatMap((rule) => rule(reading, parts))
  const ofParts = examined.flatMap(({ part, index }) => {
    const facts = factsOf(reading, part)
    return borneOut(RULES.flatMap((rule) => rule(facts))).map((flag) => ({ ...flag, parts: [index] }))
  })
  const flags = [
    ...ofFile,
    ...findCutShort(reading),
    ...findHiddenText(reading),
    ...findSeenInPart(reading),
    ...findLayerNumbers(reading),
    ...findActualTexts(reading),
    ...findFieldValues(reading),
    ...findHiddenValues(reading),
    ...findUnseenAmounts(reading, parts),
    ...findBesideSheet(reading, parts),
    ...findCoveredValues(reading, parts),
    ...pictured,
    ...ofParts,
    ...compareCopies(parts),
  ]
  return placed(withoutRepeats(flags), reading, parts)
}

// Copies of one slip on a page break the same rule in the same words; once is enough, with the first's evidence.
function withoutRepeats(flags: Flag[]): Flag[] {
  const seen = new Map<string, Flag>()
  for (const flag of flags) {
    const key = `${flag.code} ${flag.message}`
    const first = seen.get(key)
    if (!first) seen.set(key, flag)
    else if (first.parts && flag.parts)
      seen.set(key, { ...first, parts: [...new Set([...first.parts, ...flag.parts])] })
  }
  return [...seen.values()]
}
