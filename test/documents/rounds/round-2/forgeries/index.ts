import { readFileSync } from 'node:fs'
import { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import type { Forgery, RoundFile } from '../../round-file.ts'
import { spotsOf } from './find-text.ts'
import type { Technique } from './job.ts'
import { type Paper, readPapers, saidOf } from './read-papers.ts'
import type { Swap } from './swaps.ts'
import { COVERING } from './techniques/covered.ts'
import { HIDDEN } from './techniques/hidden.ts'
import { SCAN_LAYERS } from './techniques/scan-layers.ts'
import { SCAN_PIXELS } from './techniques/scan-pixels.ts'
import { STRUCTURE } from './techniques/structure.ts'
import { SUMS } from './techniques/sums.ts'
import { TYPEFACE } from './techniques/typeface.ts'

export const TECHNIQUES: Record<string, Technique> = {
  ...COVERING,
  ...TYPEFACE,
  ...HIDDEN,
  ...STRUCTURE,
  ...SUMS,
  ...SCAN_PIXELS,
  ...SCAN_LAYERS,
}

/** Programs that techniques take beside those of their papers. */
const NEEDED: [program: string, techniques: RegExp][] = [
  ['gs', /ghostscript|outlines/],
  ['pdftocairo', /cairo/],
  ['chromium', /browser|outlines/],
]

/** `technique | family | paper | field = said; ... | old#2 -> new; ...`: the first field is the one that counts. */
export interface Line {
  name: string
  technique: string
  family: Forgery['family']
  paper: string
  said: [field: string, value: string][]
  swaps: Swap[]
}

export function forgeryLines(): Line[] {
  const text = readFileSync(new URL('forgeries.txt', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line, at) => {
      const [technique = '', family, paper = '', said = '', swaps = ''] = line.split(' | ').map((each) => each.trim())
      const name = `forged-${String(at + 1).padStart(2, '0')}-${technique}-${paper}`
      const pairs = said.split('; ').map((each) => each.split(' = ') as [string, string])
      return {
        name,
        technique,
        family: family as Forgery['family'],
        paper,
        said: pairs,
        swaps: swaps.split('; ').map(swapOf),
      }
    })
}

function swapOf(text: string): Swap {
  const [, from = '', nth = '1', to = ''] = /^(.+?)(?:#(\d+))? -> (.*)$/.exec(text) ?? []
  return { from, nth: Number(nth), to }
}

/** The truth after the change: `table.row.column` or a field; nothing behind the sign takes a cell away. */
function retold(truth: Truth, said: Line['said']): Truth {
  const told = structuredClone(truth)
  for (const [field, value] of said) {
    const [table = '', row, column = ''] = field.split('.')
    const cells = row === undefined ? told.fields : told.tables?.[table]?.[Number(row)]
    if (!cells) throw new Error(`there is no ${field}`)
    if (value === '-') delete cells[column || field]
    else if (column || field in cells) cells[column || field] = saidOf(truth.document_type, field, value)
  }
  return { ...told, risk: 'flagged' }
}

export async function forged(line: Line, paper: Paper): Promise<RoundFile> {
  const { name, family, said } = line
  const technique = TECHNIQUES[line.technique]
  if (!technique) throw new Error(`${name}: no such technique`)
  const seed = [...name].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) | 0, 11)
  const pdf = await paper.print([])
  const spots = spotsOf(pdf, line.swaps)
  const done = await technique({ paper, pdf, swaps: line.swaps, spots, chance: new Chance(seed) })
  const { bytes, medium = 'text', shows } = done
  const told =
    shows === 'old' ? { ...structuredClone(paper.truth), risk: 'flagged' as const } : retold(paper.truth, said)
  const truth = medium === 'scan' ? { ...told, scan: true } : told
  const places = done.places ?? spots.map(({ page, reach }) => ({ page, box: reach }))
  const forgery = { technique: line.technique, family, field: said[0]?.[0] ?? '', places }
  return { name, kind: 'forged', medium, bytes, truth, forgery }
}

export const paperOf = (papers: Map<string, Paper>, name: string): Paper => papers.get(name) ?? fail(name)

function fail(name: string): never {
  throw new Error(`there is no paper ${name}`)
}

/** The program that a file cannot be made without and that is not here. */
export function lacking({ technique, paper }: Line, papers: Map<string, Paper>): string | undefined {
  const programs = ['mutool', papers.get(paper)?.program, papers.get(paper)?.program === 'groff' ? 'gs' : undefined]
  const more = NEEDED.filter(([, techniques]) => techniques.test(technique)).map(([program]) => program)
  return [...programs, ...more].find((program) => program !== undefined && !installed(program))
}

const papers = readPapers()

export async function* forgeries(): AsyncGenerator<RoundFile> {
  for (const line of forgeryLines()) if (!lacking(line, papers)) yield await forged(line, paperOf(papers, line.paper))
}

export const left: string[] = forgeryLines().flatMap((line) => {
  const program = lacking(line, papers)
  return program ? [`${line.name} (no ${program})`] : []
})
