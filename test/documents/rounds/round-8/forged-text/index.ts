import type { Truth } from '../../../specimen.ts'
import type { Place, RoundFile } from '../../round-file.ts'
import { COVERS, LETTERS } from './hands.ts'
import { HIDDEN } from './hidden.ts'
import { ACTS } from './innocent.ts'
import type { Hand, Job } from './job.ts'
import { UNSEEN, WISHES, type Wish } from './list.ts'
import { PICTURES } from './pictures.ts'
import { boxOf } from './sheet.ts'
import { WHOLE, left as wholeLeft } from './whole.ts'

export const HANDS: Record<string, Hand> = { ...LETTERS, ...COVERS, ...PICTURES, ...HIDDEN }

export const left: string[] = wholeLeft

/** Every forged and innocent text, one after the other. */
export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [at, wish] of WISHES.entries()) {
    const name = `forged-8-${String(at + 1).padStart(2, '0')}-${wish.technique}-${wish.paper}`
    if (wanted(name)) yield { name, kind: 'forged', medium: 'text', ...(await forged(wish)) }
  }
  for (const [at, make] of WHOLE.entries()) {
    const number = String(WISHES.length + at + 1).padStart(2, '0')
    if (!wanted(`forged-8-${number}`)) continue
    const made = await make()
    yield { ...made, name: `forged-8-${number}-${made.name}`, kind: 'forged', medium: 'text' }
  }
  for (const [at, { act, done }] of ACTS.entries()) {
    const name = `innocent-8-${String(at + 1).padStart(2, '0')}-${act}`
    if (wanted(name)) yield { name, kind: 'innocent', medium: 'text', ...(await done()), act }
  }
}

async function forged({ technique, family, hand, field, job: jobFor, told }: Wish) {
  const job = jobFor()
  const work = HANDS[hand]
  if (!work) throw new Error(`nobody knows the hand ${hand}`)
  const bytes = await work(job)
  const places: Place[] = job.changes.map(({ to }) => ({ page: to.page, box: boxOf(to) }))
  return { bytes, truth: truthOf(job, hand, told), forgery: { technique, family, field, places } }
}

/** What people see of it. */
function truthOf({ before, after }: Job, hand: string, told: Wish['told']): Truth {
  if (UNSEEN.has(hand)) return { ...before.truth, risk: 'flagged' }
  return { ...after.truth, fields: { ...after.truth.fields, ...told }, risk: 'flagged' }
}
