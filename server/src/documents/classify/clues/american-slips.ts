import { type Clue, captions, form, SLIP_THRESHOLD, type TypeClues } from '../clue.ts'

/** Captions of the whole 1099 family: they say the family, so a slip needs captions of its own beside them. */
const FAMILY: readonly Clue[] = [
  form(0.6, /payer's (?:name|tin|federal|identification)/),
  form(0.6, /recipient's (?:name|tin|identification)/),
]

function slip1099(suffix: string, own: RegExp[], omb: RegExp): Clue[] {
  return [form(3.2, new RegExp(`\\b1099-? ?${suffix}\\b`)), form(1.5, omb), ...FAMILY, ...captions(...own)]
}

/** IRS slips by form number, OMB number and box captions. */
export const AMERICAN_SLIPS: readonly TypeClues[] = [
  {
    type: 'W2_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: [
      form(2.5, /\bform w-?2\b(?! ?[cg]\b)|\bw-?2 (?:wage and tax|form|statement)|\bw-2\b.{0,12}\b20\d\d\b/),
      form(2, /wage and tax statement/),
      form(1, /omb no\.? ?1545-0008/),
      form(-6, /\bform w-?3\b|transmittal of wage and tax|\bw-?2c\b|\bw-?2g\b|corrected wage and tax/),
      ...captions(
        /wages,? tips,? (?:and )?other comp/,
        /federal income tax withheld/,
        /social security wages/,
        /social security tax withheld/,
        /medicare wages and tips/,
        /medicare tax withheld/,
        /allocated tips/,
        /dependent care benefits/,
        /nonqualified plans/,
        /local wages,? tips/,
        /locality name/,
        /statutory employee/,
        /employee's (?:social security|ssa) number/,
      ),
    ],
  },
  {
    type: '1099_NEC_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: slip1099(
      'nec',
      [/nonemployee compensation/, /direct sales totaling \$?5,?000/, /excess golden parachute/, /state income/],
      /1545-0116/,
    ),
  },
  {
    type: '1099_MISC_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: slip1099(
      'misc',
      [
        /\brents\b/,
        /\broyalties\b/,
        /fishing boat proceeds/,
        /medical and health care/,
        /substitute payments/,
        /crop insurance proceeds/,
        /gross proceeds paid to an attorney/,
        /section 409a deferrals/,
        /nonqualified deferred compensation/,
      ],
      /1545-0115/,
    ),
  },
  {
    type: '1099_INT_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: slip1099(
      'int',
      [
        /\binterest income/,
        /early withdrawal penalty/,
        /u\.?s\.? savings bonds/,
        /investment expenses/,
        /tax-?exempt interest/,
        /specified private activity bond interest/,
        /market discount/,
        /bond premium/,
        /payer's rtn/,
      ],
      /1545-0112/,
    ),
  },
  {
    type: '1099_DIV_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: slip1099(
      'div',
      [
        /total ordinary dividends/,
        /qualified dividends/,
        /total capital gain distr/,
        /unrecap\.? sec/,
        /section 1202 gain/,
        /collectibles/,
        /nondividend distributions/,
        /cash liquidation distributions/,
        /exempt-?interest dividends/,
      ],
      /1545-0110/,
    ),
  },
  {
    type: '1099_R_TAX_SLIP',
    threshold: SLIP_THRESHOLD,
    clues: slip1099(
      'r',
      [
        /gross distribution/,
        /taxable amount/,
        /total distribution/,
        /employee contributions/,
        /net unrealized appreciation/,
        /distribution code/,
        /percentage of total distribution/,
        /designated roth contrib/,
        /ira\/ ?sep\/ ?simple/,
      ],
      /1545-0119/,
    ),
  },
]
