import { readFileSync } from 'node:fs'
import { Chance } from '../../chance.ts'
import { installed } from '../installed.ts'
import type { Forgery, Round, RoundFile } from '../round-file.ts'
import { SCAN_TECHNIQUES } from './forge-scan.ts'
import { STRUCTURE_TECHNIQUES } from './forge-structure.ts'
import { TEXT_TECHNIQUES } from './forge-text.ts'
import { actsLeft, INNOCENT_ACTS } from './innocent.ts'
import { retold, type Technique } from './job.ts'
import { OTHER_PRINTERS, printersLeft } from './other-printers.ts'
import { printed } from './printer.ts'
import { readLayouts } from './read-layouts.ts'
import { anyGlass, painted, pdfOf, scanned } from './scan.ts'
import { type Laid, layOut } from './sheet.ts'

export const TECHNIQUES: Record<string, Technique> = { ...TEXT_TECHNIQUES, ...STRUCTURE_TECHNIQUES, ...SCAN_TECHNIQUES }

/** Papers that are in the round as pictures, most of them beside their text. */
const SCANNED = [
  'us-diner',
  'uk-grocer',
  'fr-boulangerie',
  'ca-hardware',
  'us-fuel',
  'us-roofer',
  'fr-electricien',
  'es-papeleria',
  'se-konsult',
  'us-saas',
  'us-checking',
  'ca-chequing',
  'de-konto',
  'us-card',
  'us-biweekly',
  'de-lohn',
  'us-hourly',
  'us-employment',
  'uk-reference',
  'us-w2',
  'us-1099-int',
  'ca-t4',
]

/** Receipts that came from a printer for paper only. */
const SCANNED_ONLY = ['us-diner', 'uk-grocer', 'us-fuel']

export const papers = (): Map<string, Laid> => new Map(readLayouts().map((sheet) => [sheet.name, layOut(sheet)]))

/** Seeded by its name, so that one file can be drawn alone. */
const chanceOf = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))

async function genuineScan(laid: Laid): Promise<RoundFile> {
  const name = `${laid.sheet.name}-scan`
  const chance = chanceOf(name)
  const glass = anyGlass(chance)
  const picture = await scanned(await painted(await printed(laid), glass.dpi), glass, chance)
  const bytes = await pdfOf(picture, glass.quality, 'Canon iR-ADV C3525', laid.sheet.made)
  return { name, kind: 'genuine', medium: 'scan', bytes, truth: { ...laid.truth, scan: true } }
}

export interface ForgeryLine {
  technique: string
  family: Forgery['family']
  paper: string
  field: string
  to: string
  said: string | number
}

export function forgeryLines(): ForgeryLine[] {
  const lines = readFileSync(new URL('forgeries.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  return lines.map((line) => {
    const [technique = '', family, paper = '', field = '', to = '', said = ''] = line
      .split('|')
      .map((each) => each.trim())
    const number = /^\d+(\.\d+)?$/.test(said)
    return { technique, family: family as Forgery['family'], paper, field, to, said: number ? Number(said) : said }
  })
}

export async function forged(line: ForgeryLine, laid: Laid, at: number): Promise<RoundFile> {
  const name = `forged-${String(at).padStart(2, '0')}-${line.technique}-${line.paper}`
  const technique = TECHNIQUES[line.technique]
  const items = laid.items.filter(({ key }) => key === line.field || key === moved(line.field))
  if (!technique || items.length === 0) throw new Error(`${name}: ${technique ? line.field : 'technique'} is not there`)
  const job = { laid, field: line.field, items, to: line.to, chance: chanceOf(name) }
  const { bytes, places, medium = 'text', shows } = await technique(job)
  const truth = shows === 'old' ? { ...laid.truth, risk: 'flagged' as const } : retold(job, line.said)
  const { family, field } = line
  return { name, kind: 'forged', medium, bytes, truth, forgery: { technique: line.technique, family, field, places } }
}

/** A row whose money is printed in one column of signed amounts. */
const moved = (field: string) => field.replace(/\.(deposit|withdrawal)$/, '.move')

async function* files(): AsyncGenerator<RoundFile> {
  const laid = papers()
  const get = (name: string): Laid => laid.get(name) ?? fail(name)
  for (const [name, each] of laid)
    if (!SCANNED_ONLY.includes(name))
      yield { name, kind: 'genuine', medium: 'text', bytes: await printed(each), truth: each.truth }
  for (const { program, papers: names, print } of OTHER_PRINTERS)
    for (const name of installed(program) ? names : []) {
      const { truth } = get(name)
      yield { name: `${name}-${program}`, kind: 'genuine', medium: 'text', bytes: print(get(name)), truth }
    }
  for (const name of SCANNED) yield await genuineScan(get(name))
  for (const [at, line] of forgeryLines().entries()) yield await forged(line, get(line.paper), at + 1)
  const left = actsLeft().join(' ')
  for (const [act, { paper, medium = 'text', hides = [], do: done }] of Object.entries(INNOCENT_ACTS)) {
    if (left.includes(act)) continue
    const truth = structuredClone(get(paper).truth)
    for (const field of hides) delete truth.fields[field]
    const bytes = await done(get(paper), chanceOf(act))
    yield { name: `innocent-${act}-${paper}`, kind: 'innocent', medium, bytes, truth, act }
  }
}

function fail(name: string): never {
  throw new Error(`there is no paper ${name}`)
}

export const round: Round = { files, left: [...printersLeft(), ...actsLeft()] }
