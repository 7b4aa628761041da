import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { grown } from '../../round-3/forgeries/job.ts'
import { ran, through } from '../../round-3/forgeries/through.ts'
import { boxed } from './cover.ts'
import { add, arialOf, cover, later, reach, typed, type Way } from './job.ts'
import { dated } from './papers.ts'

/** What qpdf makes of two files, `A` and `B`. */
export function together(a: Uint8Array, b: Uint8Array, ...args: string[]): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-'))
  try {
    const files: Record<string, string> = { A: `${folder}/a.pdf`, B: `${folder}/b.pdf`, OUT: `${folder}/out.pdf` }
    writeFileSync(files.A ?? '', a)
    writeFileSync(files.B ?? '', b)
    const words = args.map((word) => files[word] ?? word)
    ran('qpdf', words, {})
    return new Uint8Array(readFileSync(files.OUT ?? ''))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The change is a second revision behind the first. */
const secondRevision: Way = async ({ bytes, changes, paper }) => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
  for (const change of changes) {
    const page = pdf.getPage(change.spot.page - 1)
    const text = await typed(page, pdf, change, { face: arialOf(change.spot) })
    add(page, pdf, `${cover(grown(reach(change), 0.5))}\n${text}`)
  }
  pdf.setModificationDate(later(paper.made))
  return pdf.save({ useObjectStreams: false })
}

/** Covered and typed, copied into an empty file, and signed with the name of a bank's own program. */
const pretended: Way = async (job) => {
  const bytes = await boxed(undefined, arialOf)(job)
  const pdf = await PDFDocument.load(through('qpdf', ['--empty', '--pages', 'IN', '--', 'OUT'], bytes))
  pdf.setCreator('OpenText Exstream Version 16.6.30 64-bit')
  pdf.setProducer('OpenText Output Transformation Engine - 23.4')
  pdf.setCreationDate(new Date(`${job.paper.made}T03:02:11Z`))
  return dated(await pdf.save({ useObjectStreams: false }), job.paper.made, '03')
}

export const STRUCTURES: Record<string, Way> = {
  'second-revision': secondRevision,
  'producer-pretended': pretended,
}
