import type { Chance } from '../chance.ts'
import { FormPaper, type Manner } from '../printer/form-paper.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import type { Generator } from '../specimen.ts'
import { canadianWorker } from './slip-people.ts'
import { drawT4, PLAIN_STYLE, type T4Style, t4Specimen } from './t4-drawing.ts'

interface Sheet {
  style: Partial<T4Style>
  manner?: Manner
  looks?: readonly MoneyLook[]
  copies?: 1 | 2
  /** Another person's slip follows on the same page. */
  stranger?: boolean
  /** Instructions on the page's lower half, on a page behind, or both. */
  notes?: 'below' | 'behind'
  years?: readonly number[]
  province?: string
  exempt?: boolean
}

const RECENT = [2023, 2024, 2025]
const NOTES = [
  'T4 slip – Information for employees',
  'Box 14 – Employment income: Enter on line 10100. This amount includes the amounts of boxes 30 to 40.',
  'Box 16 – CPP contributions: See lines 30800 and 22215 of your tax guide. If you contributed more than $3,867.50 you may claim a refund.',
  'Box 17 – QPP contributions: See line 30800.          Box 18 – EI premiums: See line 31200.',
  'Box 20 – RPP contributions: Includes past service contributions. See line 20700.',
  'Box 22 – Income tax deducted: Enter on line 43700.   Box 39 – Security options deduction: See line 24900.',
  'Box 44 – Union dues: Enter on line 21200.            Box 46 – Charitable donations: See line 34900.',
  'Box 52 – Pension adjustment: Enter on line 20600.    Box 66 – Eligible retiring allowances: See line 13000.',
  'Box 77 – Workers’ compensation benefits repaid to the employer: Enter on line 22900.',
  'Do not report these amounts on your return. For Canada Revenue Agency use only: 30, 32, 34, 36, 38, 40, 86.',
]

function sheet(
  name: string,
  { style, manner, looks = ['commas', 'plain'], copies = 1, stranger, notes, years = RECENT, province, exempt }: Sheet,
): Generator {
  return async (chance: Chance) => {
    const full: T4Style = { ...PLAIN_STYLE, ...style }
    const slip = canadianWorker(chance, years, chance.pick(looks), province)
    if (exempt && slip.province !== 'QC') {
      slip.exempt.ei = true
      slip.amounts['18'] = 0
      slip.amounts['24'] = 0
    }
    const paper = await FormPaper.open({ manner, leading: 1.2 })
    for (let at = 0; at < copies; at++) drawT4(paper, 16 + at * 392, slip, full, at === 0 ? '' : 'second.')
    if (stranger) drawT4(paper, 408, canadianWorker(chance, [slip.year], slip.look), full, 'other.')
    if (notes === 'below') paper.lines(30, 430, NOTES, { size: 7.5 }, 2.2)
    if (notes === 'behind')
      paper
        .turn()
        .text(30, 40, `T4 (${String(slip.year).slice(2)})`, { size: 8, bold: true })
        .lines(30, 64, NOTES, { size: 8 }, 2)
    const zeros = full.zeros ? zeroFields(slip.amounts, slip.year) : {}
    return t4Specimen(name, await paper.save(), slip, zeros)
  }
}

const ZEROED = {
  16: 'cpp_contributions',
  17: 'qpp_contributions',
  20: 'rpp_contributions',
  44: 'union_dues',
  46: 'charitable_donations',
  52: 'pension_adjustment',
  56: 'ppip_insurable_earnings',
}

function zeroFields(amounts: Record<string, number>, year: number): Record<string, number> {
  const boxes =
    year < 2023 ? ZEROED : { ...ZEROED, '16A': 'second_cpp_contributions', '17A': 'second_qpp_contributions' }
  return Object.fromEntries(
    Object.entries(boxes).flatMap(([box, field]) => (amounts[box] === undefined ? [[field, 0]] : [])),
  )
}

const sheets: Record<string, Sheet> = {
  'slip-t4-divided': {
    style: { divided: true, language: 'inline' },
    looks: ['split', 'plain'],
    copies: 2,
    years: [2019, 2020, 2021, 2022],
  },
  'slip-t4-courier': {
    style: { divided: true, ink: { size: 10, family: 'mono' } },
    looks: ['plain', 'blanks'],
    notes: 'below',
  },
  'slip-t4-two-people': { style: { language: 'english' }, stranger: true, manner: 'words' },
  'slip-t4-fields': {
    style: { into: 'fields', language: 'stacked' },
    looks: ['plain', 'commas', 'split'],
    copies: 2,
    notes: 'behind',
  },
  'slip-t4-stamps': { style: { into: 'stamps', language: 'stacked', marks: 'stamp' } },
  'slip-t4-ticks': { style: { marks: 'tick', language: 'stacked' }, exempt: true, manner: 'type0' },
  'slip-t4-crosses': { style: { marks: 'cross', language: 'english' }, exempt: true },
  'slip-t4-glyphs': { style: { language: 'english' }, manner: 'glyphs' },
  'slip-t4-backwards': { style: { language: 'stacked' }, manner: 'backwards', copies: 2 },
  'slip-t4-columns': { style: { zeros: true, language: 'inline' }, manner: 'columns' },
  'slip-t4-feuillet': {
    style: { language: 'french', ink: { size: 9, family: 'serif' } },
    looks: ['french', 'blanks'],
    province: 'QC',
    notes: 'behind',
  },
}

export const t4Agency: Readonly<Record<string, Generator>> = Object.fromEntries(
  Object.entries(sheets).map(([name, look]) => [name, sheet(name, look)]),
)
