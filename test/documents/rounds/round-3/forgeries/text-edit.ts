import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { contentsOf, glyphsAt, glyphsOf, hex, putContents, recut, written } from './content.ts'
import { edited, type Job, newBox, type Technique, whole } from './job.ts'
import { COVERS } from './text-cover.ts'
import { retold } from './text-hidden.ts'

/** The glyphs' numbers are overwritten where they stand: same font, same length. */
const glyphNumbers: Technique = async (job) => ({
  bytes: await edited(job, undefined, (page, pdf) => {
    let text = contentsOf(page, pdf)
    const all = glyphsOf(page, pdf, text)
    const bare = job.to.replace(/\s/g, '')
    for (const [at, { font, at: start }] of glyphsAt(all, job.spot).entries()) {
      const other = all.find((each) => each.font === font && each.letter === bare[at])
      if (!other) throw new Error(`the font has no ${bare[at]}`)
      text = `${text.slice(0, start)}${other.code}${text.slice(start + 4)}`
    }
    putContents(page, pdf, text)
  }),
})

/** An editor that keeps the left end of a line: a longer figure hangs out on the right. */
const leftKept: Technique = async (job) => {
  const [x, y, right, top] = job.spot.box
  const box: typeof job.spot.box = [x, y, x + ((right - x) / job.spot.text.length) * job.to.length, top]
  const producer = 'PDF Architect 9.0'
  return { box, bytes: await recut(job, producer, (run) => written({ ...run, code: hex(job.to) })) }
}

/** Retyped in the same font, a little too large and too low, as the eye places it. */
const byEye: Technique = async (job) => ({
  box: whole(job),
  bytes: await recut(job, 'Wondershare PDFelement 9.5', (run) => {
    const other = retold(run, job)
    const [x, y] = other.at.split(' ')
    return written({ ...other, at: `${x} ${(Number(y) - 0.9).toFixed(2)}`, size: (Number(run.size) * 1.04).toFixed(2) })
  }),
})

/** Letters spread by hand so that a shorter text fills the place of the old one. */
const spread: Technique = async (job) => ({
  bytes: await recut(job, 'PDF Candy 3.10', (run) => {
    const [left, , right] = job.spot.box
    const wide = newBox(job.spot, job.to)
    const gap = (right - left - (wide[2] - wide[0])) / Math.max(1, job.to.length - 1)
    const text = written({ ...run, code: hex(job.to) })
    return text.replace('Tm', `Tm ${gap.toFixed(3)} Tc`).replace(' ET', ' 0 Tc ET')
  }),
})

/** The contents of the page are replaced in a second revision; the first one stays in the file. */
const secondRevision: Technique = async (job) => {
  const pdf = await PDFDocument.load(await recut(job, undefined, (run) => written(retold(run, job))))
  const page = pdf.getPage(job.spot.page - 1)
  const text = Buffer.from(contentsOf(page, pdf), 'latin1')
  const old = await PDFDocument.load(job.bytes, { updateMetadata: false })
  const contents = String(old.getPage(job.spot.page - 1).node.get(PDFName.of('Contents')) ?? '')
  return { box: whole(job), bytes: appended(job, Number.parseInt(contents || '0', 10), text, old) }
}

function appended({ bytes }: Job, number: number, text: Buffer, old: PDFDocument): Uint8Array {
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
  const stream = `<</Length ${text.length}>>\nstream\n${text.toString('latin1')}\nendstream`
  const object = `\n${number} 0 obj\n${stream}\nendobj\n`
  const at = bytes.length + 1
  const xref = `xref\n${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
  const { Root, Info } = old.context.trailerInfo
  const size = old.context.largestObjectNumber + 1
  const trailer = `trailer\n<</Size ${size}/Root ${Root}/Info ${Info}/Prev ${before}>>\n`
  const end = `startxref\n${bytes.length + object.length}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(`${object}${xref}${trailer}${end}`, 'latin1')])
}

/** The old text is taken out and a picture of the new one put in, with nothing under it. */
const pictureInstead: Technique = async (job) => {
  const bytes = await recut(job, undefined, () => '')
  return COVERS['pasted-picture']?.({ ...job, bytes }) ?? Promise.reject(new Error('no pictures'))
}

export const EDITS: Record<string, Technique> = {
  'glyph-numbers': glyphNumbers,
  'left-end-kept': leftKept,
  'placed-by-eye': byEye,
  'letters-spread': spread,
  'second-revision': secondRevision,
  'picture-instead': pictureInstead,
}
