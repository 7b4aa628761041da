import type { Fault } from '../fault.ts'

const ASSESS = 'server/src/documents/risk/assess.ts'
const LEVEL = 'server/src/documents/risk/policy/level.ts'
const STATEMENT = 'server/src/documents/risk/closings/statement.ts'
const T4 = 'server/src/documents/risk/closings/t4-pension.ts'
const AMOUNT = 'server/src/documents/values/amount.ts'
const DATE = 'server/src/documents/values/date.ts'
const CHECKSUMS = 'server/src/documents/values/checksums.ts'
const IDENTITY = 'server/src/documents/risk/identity.ts'

const SCORE = ['test/documents/risk.assess.test.ts']
const EVIDENCE = ['test/documents/risk.evidence.test.ts']
const SUMS = ['test/documents/risk.sums.test.ts']
const SLIPS = ['test/documents/risk.slips.test.ts']
const IDS = ['test/documents/risk.identity.test.ts']
const AMOUNTS = ['test/documents/values.amount.test.ts']
const DATES = ['test/documents/values.date.test.ts']
const CROSSED = ['test/documents/risk.cross-document.test.ts']

/** What is read of a paper, and what is said of it. */
export const PAPERS: readonly Fault[] = [
  {
    name: 'risk-band-above-its-level',
    file: ASSESS,
    find: 'MEDIUM: [30, 49],',
    replace: 'MEDIUM: [30, 50],',
    why: 'many signs of a MEDIUM document score 50, which says HIGH',
    tests: SCORE,
  },
  {
    name: 'risk-sign-below-its-level',
    file: ASSESS,
    find: 'Math.max(alone, sumOf(weighed))',
    replace: 'sumOf(weighed)',
    why: 'one clear sign alone scores below its level',
    tests: SCORE,
  },
  {
    name: 'risk-severity-off-by-one',
    file: LEVEL,
    find: 'rank(flag.severity) < rank(severity)',
    replace: 'rank(flag.severity) + 1 < rank(severity)',
    why: 'how a file was saved makes an honest document suspicious',
    tests: [...EVIDENCE, ...SCORE],
  },
  {
    name: 'risk-families-not-counted',
    file: LEVEL,
    find: 'size >= rule.families',
    replace: 'size > 0',
    why: 'two weak signs of one cause count as two families',
    tests: [...EVIDENCE, ...SCORE],
  },
  {
    name: 'risk-unsure-counts-as-clear',
    file: LEVEL,
    find: "(sign === 'clear' && !flag.proof)",
    replace: 'false',
    why: 'an unsure sign makes a document HIGH',
    tests: SCORE,
  },
  {
    name: 'risk-targets-ignored',
    file: LEVEL,
    find: 'at === undefined ||',
    replace: 'at === undefined || at.length > 0 ||',
    why: 'a sign at an address weighs as much as one at an amount',
    tests: SCORE,
  },
  {
    name: 'sums-statement-always-closes',
    file: STATEMENT,
    find: 'const tolerance = 0.02',
    replace: 'const tolerance = 1e9',
    why: 'a statement whose closing balance was raised raises nothing',
    tests: SUMS,
  },
  {
    name: 'sums-running-balance-any-gap',
    file: 'server/src/documents/risk/balance-chain.ts',
    find: 'if (Math.abs(gap) > ROUNDING)',
    replace: 'if (Math.abs(gap) > 1e9)',
    why: 'an amount that was changed in a statement raises nothing',
    tests: SUMS,
  },
  {
    name: 'sums-invoice-dollar-off',
    file: 'server/src/documents/risk/closings/close.ts',
    find: "if (must === 'equal') return Math.abs(gap) <= slack",
    replace: "if (must === 'equal') return Math.abs(gap) >= 0",
    why: 'an invoice whose total was raised raises nothing',
    tests: SUMS,
  },
  {
    name: 'sums-honest-invoice-accused',
    file: 'server/src/documents/risk/closings/invoice.ts',
    find: 'const CASH_ROUNDING = 0.05',
    replace: 'const CASH_ROUNDING = 0',
    why: 'an invoice that cash was rounded on is called forged',
    tests: SUMS,
  },
  {
    name: 'sums-pay-stub-any-net',
    file: 'server/src/documents/risk/closings/pay-stub.ts',
    find: "code: 'PAY_STUB_NET',\n    types,\n    must: 'equal',",
    replace: "code: 'PAY_STUB_NET',\n    types,\n    must: 'not exceed',",
    why: 'a pay stub whose net pay was lowered raises nothing',
    tests: SUMS,
  },
  {
    name: 'sums-year-so-far-turned-round',
    file: 'server/src/documents/risk/closings/close.ts',
    find: "return must === 'not exceed' ? gap <= slack : gap < 0",
    replace: "return must === 'not exceed' ? gap >= slack : gap < 0",
    why: 'every honest pay stub is called forged',
    tests: SUMS,
  },
  {
    name: 't4-maximum-ignored',
    file: 'server/src/documents/risk/closings/keep-bounds.ts',
    find: 'stated > most.amount + bound.tolerance',
    replace: 'stated > 2 * most.amount + bound.tolerance',
    why: 'a contribution above what the year allows raises nothing',
    tests: SLIPS,
  },
  {
    name: 't4-exemption-forgotten',
    file: T4,
    find: 'Math.max(0, rate * (of - BASIC_EXEMPTION))',
    replace: 'Math.max(0, rate * of)',
    why: 'every T4 of a whole year is called forged',
    tests: SLIPS,
  },
  {
    name: 't4-quebec-turned-round',
    file: T4,
    find: 'inQuebec(slip) !== (plan === QPP)',
    replace: 'inQuebec(slip) === (plan === QPP)',
    why: 'a slip without contributions of its own plan is in order',
    tests: SLIPS,
  },
  {
    name: 'claim-doubtful-accuses',
    file: 'server/src/documents/risk/claim.ts',
    find: "const limit = weak ? 'low' :",
    replace: "const limit = weak ? 'critical' :",
    why: 'what was read badly is called forged',
    tests: [...SLIPS, ...SUMS],
  },
  {
    name: 'claim-doubtful-proves',
    file: 'server/src/documents/risk/claim.ts',
    find: 'proof: !weak && !close && made.proof === true,',
    replace: 'proof: !close && made.proof === true,',
    why: 'what was read badly is proof of a forgery',
    tests: [...SLIPS, ...SUMS],
  },
  {
    name: 'amount-comma-is-decimal',
    file: AMOUNT,
    find: 'return joined(`',
    replace: "if (sign === ',') return joined(whole, rest, true)\n  return joined(`",
    why: 'an income of 1,234 is read as one dollar and 23 cents',
    tests: AMOUNTS,
  },
  {
    name: 'amount-style-of-document-ignored',
    file: AMOUNT,
    find: 'if (style.decimal === sign) return',
    replace: 'if (style.decimal === undefined) return',
    why: 'on German papers a thousand is read as one',
    tests: AMOUNTS,
  },
  {
    name: 'amount-parentheses-positive',
    file: AMOUNT,
    find: '    found.negative = true\n    return bracketed ??',
    replace: '    found.negative = bracketed === undefined\n    return bracketed ??',
    why: 'a debt in parentheses is read as a balance',
    tests: AMOUNTS,
  },
  {
    name: 'amount-groups-of-any-length',
    file: AMOUNT,
    find: 'others.every((group) => group.length === 3) && first.length <= 3',
    replace: 'others.every((group) => group.length <= 3) && first.length <= 3',
    why: 'a code such as 1,23,45 is read as an amount',
    tests: AMOUNTS,
  },
  {
    name: 'date-month-first',
    file: DATE,
    find: "return parts(first, second, 'DMY', order === 'DMY'",
    replace: "return parts(second, first, 'DMY', order === 'DMY'",
    why: 'a European 3 April is read as 4 March',
    tests: DATES,
  },
  {
    name: 'date-order-of-document-ignored',
    file: DATE,
    find: "if (order === 'MDY' && sep",
    replace: 'if (order === undefined && sep',
    why: 'an American 4 March is read as 3 April',
    tests: DATES,
  },
  {
    name: 'date-impossible-day',
    file: DATE,
    find: 'return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()',
    replace: 'return day <= 31 && Date.UTC(year, month, 0) !== 0',
    why: '31 February is answered as a date',
    tests: DATES,
  },
  {
    name: 'date-century',
    file: DATE,
    find: 'return year <= 69 ? 2000 + year : 1900 + year',
    replace: 'return 2000 + year',
    why: 'somebody born in 71 is not born yet',
    tests: DATES,
  },
  {
    name: 'id-luhn-from-the-wrong-side',
    file: CHECKSUMS,
    find: 'index % 2 === 0 ? 1 : 2',
    replace: 'index % 2 === 0 ? 2 : 1',
    why: 'every right SIN is called wrong',
    tests: IDS,
  },
  {
    name: 'id-iban-always-right',
    file: CHECKSUMS,
    find: 'return rest === 1',
    replace: 'return rest >= 0',
    why: 'a changed account number raises nothing',
    tests: IDS,
  },
  {
    name: 'id-masked-is-wrong',
    file: IDENTITY,
    find: 'if (printed === undefined || isMasked(printed)) return []',
    replace: 'if (printed === undefined) return []',
    why: 'a number of which the first digits are hidden is called forged',
    tests: IDS,
  },
  {
    name: 'id-sin-nine-digits-any',
    file: IDENTITY,
    find: "return passesLuhn(plain) ? undefined : 'fails its check digit'\n}\n\n/** No numbers begin",
    replace: "return plain.length === 9 ? undefined : 'fails its check digit'\n}\n\n/** No numbers begin",
    why: 'an invented SIN raises nothing',
    tests: IDS,
  },
  {
    name: 'cross-balance-not-carried-on',
    file: 'server/src/documents/risk/cross-account.ts',
    find: 'Math.abs(closing - opening) < 0.02',
    replace: 'Math.abs(closing - opening) > 0.02',
    why: 'statements that do not follow each other raise nothing, and those that do are accused',
    tests: CROSSED,
  },
  {
    name: 'cross-next-day-is-a-gap',
    file: 'server/src/documents/risk/cross-account.ts',
    find: 'daysBetween(end, start) >= 0 && daysBetween(end, start) <= 1',
    replace: 'daysBetween(end, start) >= 0 && daysBetween(end, start) < 1',
    why: 'statements of months that follow each other are not compared',
    tests: CROSSED,
  },
]
