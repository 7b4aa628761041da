import { Missing } from '../round-11-forged/tools.ts'
import { finding } from '../round-12-forged/sheets.ts'
import type { Scan } from '../round-12-forged-scans/honest.ts'
import { honest, wishesOf } from '../round-12-forged-scans/making.ts'
import { PAPERS } from '../round-15-forged/index.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { honestly, INNOCENT } from './innocent.ts'
import { forged } from './making.ts'

const paperOf = finding(PAPERS)
const WISHES = wishesOf(new URL('wishes.txt', import.meta.url), paperOf)

const scan = (paper: string, device: string, as: Scan['as']): Scan => ({ paper, device, as })

/** Papers as they were scanned, untouched. */
const GENUINE: readonly Scan[] = [
  ...[scan('uk-classic', 'archive', 88), scan('us-w2', 'office-fine', 88), scan('us-stub', 'branch', 85)],
  ...[scan('de-giro', 'reception', 86), scan('us-union', 'office', 85), scan('ca-letter', 'handheld', 'jpeg')],
]

const two = (at: number) => String(at + 1).padStart(2, '0')

type Making = (name: string) => Promise<RoundFile>

const all: [name: string, make: Making][] = [
  ...GENUINE.map((each, at): [string, Making] => [
    `genuine-15s-${two(at)}-${each.device}-${each.paper}`,
    (name) => honest(name, each, paperOf),
  ]),
  ...INNOCENT.map((each, at): [string, Making] => [
    `innocent-15s-${two(at)}-${each.act}-${each.paper}`,
    (name) => honestly(name, each, paperOf(each.paper)),
  ]),
  ...WISHES.map((wish, at): [string, Making] => [
    `forged-15s-${two(at)}-${wish.technique}-${wish.job.paper.name}`,
    (name) => forged(name, wish),
  ]),
]

const left: string[] = []

async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [name, make] of all.filter(([each]) => wanted(each)))
    try {
      yield await make(name)
    } catch (error) {
      if (!(error instanceof Missing)) throw new Error(name, { cause: error })
      left.push(`${name}: no ${error.message}`)
    }
}

export const round: Round = { files, left }
