import { begins, exactly } from '../vocabulary/compile.ts'
import { type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { amount, money, type Rule } from './facts.ts'

const CHANGE = exactly('receipt.change')
const GIVEN = begins('receipt.tender', 'receipt.payment')
/** Cash is rounded to what coins there are, in Sweden to the crown. */
const COINS = 0.5
const TELLING_GAP = 1

const plain = (caption: string) => caption.replace(/[ :.*-]+$/, '')
const isChange = ({ caption }: CaptionedRow) => CHANGE.test(plain(caption))
const isGiven = (row: CaptionedRow) => GIVEN.test(row.caption) && !isChange(row)

/** The one amount of the one row of its kind: of two tenders nothing tells which was changed. */
function onlyOne(rows: readonly CaptionedRow[]) {
  const amounts = rows.flatMap((row) => row.amounts)
  return amounts.length === 1 ? amounts[0] : undefined
}

/** The total of a receipt against the cash that was given for it and the change. */
export const cashChange: Rule = (facts) => {
  const total = amount(facts, 'total')
  if (facts.part.type !== 'RECEIPT' || total === undefined) return []
  const rows = captionedRows(facts)
  const [given, change] = [onlyOne(rows.filter(isGiven)), onlyOne(rows.filter(isChange))]
  if (!given || !change || change.value === 0 || given.value <= Math.abs(change.value)) return []
  const paid = given.value - Math.abs(change.value)
  const sums = [...facts.located.map(({ cents }) => cents / 100), total + (amount(facts, 'tip') ?? 0)]
  if (Math.abs(paid - total) < TELLING_GAP || sums.some((sum) => Math.abs(sum - paid) <= COINS)) return []
  return claim(facts, {
    code: 'RECEIPT_CHANGE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `the total says ${money(total)}; what was given less the change is ${money(paid)}`,
    fields: ['total'],
    figures: [total, paid],
    gap: total - paid,
    rests: [...given.words, ...change.words],
  })
}
