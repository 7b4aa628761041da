import type { Round, RoundFile } from '../round-file.ts'
import {
  converted,
  described,
  digits,
  distilled,
  editor,
  overprinted,
  pasted,
  swept,
  whiteBox,
  whiteBoxOff,
  whiteBoxSameFace,
} from './hands.ts'
import { appended, noted, redacted } from './hands-mupdf.ts'
import { ACTS } from './innocent.ts'
import { type Hand, inTurn } from './job.ts'
import { printed } from './printers.ts'
import { placeOf, sheetOf } from './sheet.ts'
import { Missing } from './tools.ts'
import { WHOLE } from './whole.ts'
import { WISHES, type Wish } from './wishes.ts'

const AS_BANK = [
  '-Producer=OpenPDF 1.3.30',
  '-Creator=',
  '-CreateDate=2026:10:02 07:12:00Z',
  '-ModifyDate=2026:10:02 07:12:00Z',
]

const HANDS: Record<string, Hand> = {
  ...{ digits, distilled, converted, editor, overprinted, pasted, swept, whiteBox, whiteBoxOff, whiteBoxSameFace },
  ...{ appended, redacted, noted: noted(false), baked: noted(true), described: described(...AS_BANK) },
  describedQt: described('-Producer=Qt 5.15.8', '-Creator=wkhtmltopdf 0.12.6'),
}

async function forged({ technique, family, hands, field, job }: Wish) {
  const work = hands.split('+').map((name) => HANDS[name])
  const known = work.filter((hand) => hand !== undefined)
  const { sheet, after, cells } = job
  const bytes =
    known.length === 0
      ? await printed(after, hands === '=' ? sheet.printer : hands)
      : await inTurn(...known)(await printed(sheet), job)
  const places = cells.map(([, cell]) => placeOf(sheet, cell))
  return { bytes, truth: { ...sheet.truth, risk: 'flagged' as const }, forgery: { technique, family, field, places } }
}

type Making = () => Promise<Omit<RoundFile, 'name' | 'kind' | 'medium'>>

const all: [name: string, kind: 'forged' | 'innocent', make: Making][] = [
  ...WISHES.map((wish, at): [string, 'forged', Making] => [
    `forged-11-${String(at + 1).padStart(2, '0')}-${wish.technique}-${wish.paper}`,
    'forged',
    () => forged(wish),
  ]),
  ...WHOLE.map(({ name, make }, at): [string, 'forged', Making] => [`forged-11-w${at + 1}-${name}`, 'forged', make]),
  ...ACTS.map(({ act, paper, done }, at): [string, 'innocent', Making] => [
    `innocent-11-${String(at + 1).padStart(2, '0')}-${act}-${paper}`,
    'innocent',
    async () => ({ ...(await done(sheetOf(paper))), act }),
  ]),
]

const left: string[] = []

async function* files(): AsyncGenerator<RoundFile> {
  for (const [name, kind, make] of all)
    try {
      yield { name, kind, medium: 'text', ...(await make()) }
    } catch (error) {
      if (!(error instanceof Missing)) throw new Error(name, { cause: error })
      left.push(`${name}: no ${error.message}`)
    }
}

export const round: Round = { files, left }
