import { Chance } from '../../../chance.ts'
import { installed } from '../../installed.ts'
import type { RoundFile } from '../../round-file.ts'
import { ACTS } from './acts.ts'
import { printPaper } from './programs.ts'
import { type Paper, readPapers } from './read-papers.ts'
import { scanned } from './scan.ts'

/** The device that takes a picture of each of these papers too. */
const ALSO_SCANNED: Record<string, string> = {
  'de-elektro': 'office',
  'gb-studio': 'copier',
  'nl-fietsen': 'photo',
  'au-plumber': 'grey',
  'pl-faktura': 'copier',
  'no-ferge': 'office',
  'us-taqueria': 'photo',
  'de-baumarkt': 'office',
  'us-credit-union': 'grey',
  'sg-kopitiam': 'photo',
  'gb-current': 'office',
  'us-card': 'copier',
  'in-savings': 'coarse',
  'us-adp': 'copier',
  'gb-sage': 'grey',
  'au-xero': 'office',
  'us-offer': 'fax',
  'fr-attestation': 'office',
  'us-w2': 'copier',
  'ca-t5': 'office',
}

const all = new Map(readPapers().map((paper) => [paper.name, paper]))
const here = (paper: Paper) => installed(paper.program)

/** The names of the papers that are in the round as text, where the program that prints them is installed. */
export const names: string[] = [...all.values()]
  .filter((paper) => here(paper) && !paper.options.only)
  .map(({ name }) => name)

/**
 * A genuine paper as it was printed; a paper that is in the round as a scan only comes with its text all the same.
 *
 * @throws Error when there is no such paper, or the program that prints it is missing
 */
export async function printed(name: string): Promise<RoundFile> {
  const paper = all.get(name)
  if (!paper) throw new Error(`there is no paper ${name}`)
  return { name, kind: 'genuine', medium: 'text', bytes: await printPaper(paper), truth: structuredClone(paper.truth) }
}

/** Seeded by a name, so that one file can be drawn alone. */
const chanceOf = (name: string) =>
  new Chance([...name].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) | 0, 2))

async function genuineScan(name: string, by: string): Promise<RoundFile> {
  const { bytes, truth } = await printed(name)
  const taken = await scanned(bytes, by, chanceOf(name))
  return { name: `${name}-${by}`, kind: 'genuine', medium: 'scan', bytes: taken, truth: { ...truth, scan: true } }
}

const missing = (act: string): string[] => {
  const { paper, needs = [] } = ACTS[act] ?? { paper: '' }
  return [...needs, all.get(paper)?.program ?? ''].filter((program) => !installed(program))
}

async function innocent(act: string): Promise<RoundFile> {
  const { paper, medium = 'text', act: done } = ACTS[act] ?? fail(act)
  const { bytes, truth } = await printed(paper)
  const name = `innocent-${act}-${paper}`
  const other = act === 'merged' ? (await printed('unknown-lease')).bytes : bytes
  const after = await done(bytes, chanceOf(name), other)
  return { name, kind: 'innocent', medium, bytes: after, truth: { ...truth, scan: medium === 'scan' }, act }
}

/** Takes the social security number out of a form and leaves a black bar, as a redacting program does. */
async function redacted(name: string): Promise<RoundFile> {
  const paper = all.get(name) ?? fail(name)
  const { employee_ssn: number = '', ...fields } = paper.truth.fields
  const bar = `<span style="background:#000">${'&nbsp;'.repeat(11)}</span>`
  const bytes = await printPaper({ ...paper, body: paper.body.replace(String(number), bar) })
  const truth = { ...paper.truth, fields }
  return { name: `innocent-redacted-${name}`, kind: 'innocent', medium: 'text', bytes, truth, act: 'redacted' }
}

const scans = (): [name: string, by: string][] => [
  ...Object.entries(ALSO_SCANNED),
  ...[...all.values()].flatMap(({ name, options }): [string, string][] => (options.only ? [[name, options.only]] : [])),
]

/** The genuine papers, as text and as pictures, and then what innocent people did to some of them. */
export async function* papers(): AsyncGenerator<RoundFile> {
  for (const name of names) yield await printed(name)
  for (const [name, by] of installed('pdftoppm') ? scans() : [])
    if (here(all.get(name) ?? fail(name))) yield await genuineScan(name, by)
  for (const act of Object.keys(ACTS)) if (missing(act).length === 0) yield await innocent(act)
  if (installed('chromium')) yield await redacted('us-w2')
}

function fail(name: string): never {
  throw new Error(`there is no paper or act ${name}`)
}

/** What could not be made on this machine. */
export const left: string[] = [
  ...[...all.values()].filter((paper) => !here(paper)).map(({ name, program }) => `${name} (no ${program})`),
  ...Object.keys(ACTS).flatMap((act) => missing(act).map((program) => `${act} (no ${program})`)),
  ...(installed('pdftoppm') ? [] : ['scans (no pdftoppm)']),
]
