import { paperOf } from '../round-12-forged/sheets.ts'
import type { Round, RoundFile } from '../round-file.ts'
import { ACTS, SCANS } from './honest.ts'
import { forged, honest, wishesOf } from './making.ts'
import { RETOUCHES } from './retouch.ts'

const two = (at: number) => String(at + 1).padStart(2, '0')

type Making = (name: string) => Promise<RoundFile>

const WISHES = wishesOf(new URL('wishes.txt', import.meta.url), paperOf)

const all: [name: string, make: Making][] = [
  ...SCANS.map((scan, at): [string, Making] => [
    `genuine-12-${two(at)}-${scan.paper}-${scan.device}`,
    (name) => honest(name, scan, paperOf),
  ]),
  ...WISHES.map((wish, at): [string, Making] => [
    `forged-12-${two(at)}-${wish.technique}-${wish.job.paper.name}`,
    (name) => forged(name, wish, RETOUCHES),
  ]),
  ...ACTS.map((act, at): [string, Making] => [
    `innocent-12-${two(at)}-${act.act}-${act.paper}`,
    (name) => honest(name, act, paperOf),
  ]),
]

async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  for (const [name, make] of all) if (wanted(name)) yield make(name)
}

export const round: Round = { files, left: [] }
