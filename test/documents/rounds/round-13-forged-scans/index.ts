import { finding } from '../round-12-forged/sheets.ts'
import type { Scan } from '../round-12-forged-scans/honest.ts'
import { forged, honest, wishesOf } from '../round-12-forged-scans/making.ts'
import { RETOUCHES } from '../round-12-forged-scans/retouch.ts'
import { PAPERS } from '../round-13-forged/index.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { NEW } from './retouch.ts'

const paperOf = finding(PAPERS)
const WISHES = wishesOf(new URL('wishes.txt', import.meta.url), paperOf)

const scan = (paper: string, device: string, as: Scan['as'], more: Partial<Scan> = {}): Scan => ({
  paper,
  device,
  as,
  ...more,
})

const HONEST: readonly Scan[] = [
  ...[scan('us-checking', 'archive', 85), scan('ca-stub', 'branch', 84), scan('it-fattura', 'office-fine', 86)],
  ...[scan('uk-payslip', 'reception', 85), scan('nl-bon', 'handheld', 84)],
  scan('de-rechnung', 'reception', 85, { act: 'by-messenger', after: 'messenger' }),
  scan('fr-releve', 'archive', 86, { act: 'scanned-again', after: 'branch' }),
  scan('us-checking', 'office', 84, { act: 'smoothed', after: 'smooth' }),
  scan('ca-letter', 'branch', 'bits', { act: 'faxed', after: 'fax-fine' }),
]

const two = (at: number) => String(at + 1).padStart(2, '0')

type Making = (name: string) => Promise<RoundFile>

const all: [name: string, make: Making][] = [
  ...HONEST.map((each, at): [string, Making] => [
    `${each.act ? 'innocent' : 'genuine'}-13s-${two(at)}-${each.act ?? each.device}-${each.paper}`,
    (name) => honest(name, each, paperOf),
  ]),
  ...WISHES.map((wish, at): [string, Making] => [
    `forged-13s-${two(at)}-${wish.technique}-${wish.job.paper.name}`,
    (name) => forged(name, wish, { ...RETOUCHES, ...NEW }),
  ]),
]

async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [name, make] of all) if (wanted(name)) yield make(name)
}

export const round: Round = { files, left: [] }
