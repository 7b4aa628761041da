import { REWRITERS } from './circumstances.ts'
import { claim } from './claim.ts'
import { daysBetween } from './days.ts'
import { type Rule, text } from './facts.ts'
import { isPrinted } from './lone-values.ts'
import { EDITORS } from './programs.ts'

/** Where a period ends, of papers that programs make when it does. */
const ENDS = ['statement_end_date', 'pay_period_end'] as const
/** Whole years of statements are made some weeks after; portals keep what they made, and reprint what is older. */
const LATE_DAYS = 366

/**
 * A paper that was made long after its period. Portals draw a paper anew whenever somebody asks for one of years ago,
 * so that it is told for a person to read and weighs nothing; what printed, scanned or saved it again dates nothing.
 */
export const lateMade: Rule = (facts) => {
  const { created, producer, creator } = facts.reading.source.info
  const name = ENDS.find((each) => facts.part.fields[each])
  const end = name && text(facts, name)
  const isOwn = name && facts.part.fields[name]?.words.every(isPrinted)
  if (!name || !end || !isOwn || REWRITERS.test(producer) || EDITORS.test(`${creator} ${producer}`)) return []
  const days = daysBetween(end, created.slice(0, 10))
  if (!(days > LATE_DAYS)) return []
  return claim(facts, {
    code: 'MADE_LONG_AFTER_PERIOD',
    family: 'consistency',
    severity: 'info',
    message: `the period ends ${end}; the file was made on ${created.slice(0, 10)}, ${days} days later`,
    fields: [name],
  })
}
