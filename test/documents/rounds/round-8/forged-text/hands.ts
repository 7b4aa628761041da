import { type FontName, widthOf } from '../../round-1/fonts.ts'
import { type Hand, type Job, retext, type Saved, saved } from './job.ts'
import { boxOf, type Cell } from './sheet.ts'
import { addFont, coded, fontKey, shown, type Thing } from './write.ts'

const CLEANED = { Producer: '', Creator: '', CreationDate: '' }
const ACROBAT = { Producer: 'Adobe Acrobat Pro 24.2', ModDate: 'D:20261102193344Z' }
const IFOX = { Producer: 'Foxit PhantomPDF Printer', Creator: 'Foxit Editor', ModDate: 'D:20261030214107Z' }
const LOVE = { Producer: 'iLovePDF', ModDate: 'D:20261018203015Z' }

const how =
  (way: (to: Cell, old?: Cell) => string, left: Saved = {}): Hand =>
  (job) =>
    saved(job, retext(job, way), left)

const alike = (to: Cell, font: FontName): FontName => (/Bold/.test(to.font) ? (`${font}-Bold` as FontName) : font)

/** The same letters as coming from a font that the editor put into the file once more, for digits only. */
const again =
  (left: Saved): Hand =>
  (job) => {
    const things: [number, Thing][] = []
    const own = { set: (number: number, thing: Thing) => things.push([number, thing]) }
    addFont(own, 40, 'Arial', { tag: 'WQXZTR', first: 36, last: 57 })
    addFont(own, 43, 'Arial-Bold', { tag: 'WQXZTS', first: 36, last: 57 })
    const edit = retext(job, (to) => shown(to, '', to.font === 'Arial-Bold' ? 'E2' : 'E1'))
    return saved(job, { ...edit, fonts: '/E1 40 0 R /E2 43 0 R', things }, left)
  }

/** An editor that writes what it changed as two runs: what stayed of the text, and what was typed. */
function inRuns(to: Cell, old?: Cell): string {
  const was = old?.text ?? ''
  let same = 0
  while (same < Math.min(to.text.length, was.length) - 1 && to.text[same] === was[same]) same++
  const [head, tail] = [to.text.slice(0, same || 1), to.text.slice(same || 1)]
  const next = { ...to, text: tail, x: to.x + widthOf(head, to.font, to.size) }
  return [shown({ ...to, text: head }), shown(next)].join('\n')
}

/** Squeezed to the width that the old text had. */
const squeezed = (to: Cell, old?: Cell) => {
  const [was, now] = [widthOf(old?.text ?? to.text, to.font, to.size), widthOf(to.text, to.font, to.size)]
  return shown({ ...to, x: old?.x ?? to.x }, `${Math.min(100, (100 * was) / now).toFixed(1)} Tz`)
}

/** The old text cut by one digit in the middle of an array of the same operator. */
const arrayed = (to: Cell) => {
  const middle = Math.ceil(to.text.length / 2)
  const parts = [to.text.slice(0, middle), to.text.slice(middle)].map((part) => coded(part, to.font))
  return shown(to).replace(/<[0-9A-F]+> Tj/i, `[${parts.join(' 0 ')}] TJ`)
}

/** Ways to change letters that a page prints. */
export const LETTERS: Record<string, Hand> = {
  'same-font': how((to) => shown(to), { info: ACROBAT }),
  'same-font-clean': how((to) => shown(to), { info: CLEANED }),
  'same-font-behind': how((to) => shown(to), { info: ACROBAT, behind: true }),
  'as-issued': how((to) => shown(to)),
  'left-edge': how((to, old) => shown({ ...to, x: old?.x ?? to.x }), { info: IFOX }),
  helvetica: how((to) => shown({ ...to, font: alike(to, 'Helvetica') }), { info: LOVE }),
  times: how((to) => shown({ ...to, font: /Bold/.test(to.font) ? 'Times-Bold' : 'Times-Roman' }), { info: IFOX }),
  'digits-again': again({ info: ACROBAT }),
  larger: how((to) => shown({ ...to, size: to.size + 0.5 }), { info: CLEANED }),
  lower: how((to) => shown({ ...to, y: to.y - 0.7 })),
  grey: how((to) => `${shown(to).replace('BT', 'BT 0.16 g')} 0 g`, { info: CLEANED }),
  spaced: how((to) => `${shown(to, '0.45 Tc')} BT 0 Tc ET`, { info: IFOX }),
  squeezed: how((to, old) => `${squeezed(to, old)} BT 100 Tz ET`, { info: IFOX }),
  stroked: how((to) => `q 0.25 w 2 Tr ${shown(to, '2 Tr')} Q`, { info: LOVE }),
  runs: how(inRuns, { info: ACROBAT, behind: true }),
  arrayed: how(arrayed, { info: CLEANED }),
}

const pad = 1.5
export const white = (cell: Cell, more = pad): string => {
  const [x, y, right, top] = boxOf(cell)
  const area = [x - more, y - more, right - x + 2 * more, top - y + 2 * more]
  return `1 g ${area.map((side) => side.toFixed(1)).join(' ')} re f 0 g`
}

/** White over the old text, the new one over it. */
const covered =
  (way: (to: Cell) => string, left: Saved, apart = true): Hand =>
  (job) => {
    const old = [...job.removed, ...job.changes.flatMap((change) => change.old ?? [])]
    const over = [...old.map((cell) => white(cell)), ...job.changes.map(({ to }) => way(to))]
    return saved(job, { over, apart }, left)
  }

/** A comment of text with a white ground, in the place of each. */
const noted =
  (kind: 'FreeText' | 'Stamp', left: Saved): Hand =>
  (job) => {
    const things: [number, Thing][] = []
    for (const [at, { to, old }] of job.changes.entries()) things.push(...note(job, to, old ?? to, 200 + 2 * at, kind))
    const refs = job.changes.map((_, at) => `${200 + 2 * at} 0 R`).join(' ')
    return saved(job, { page: `/Annots [${refs}]`, things }, left)
  }

function note({ before }: Job, to: Cell, old: Cell, number: number, kind: string): [number, Thing][] {
  const [a, b] = [boxOf(to), boxOf(old)]
  const box = [Math.min(a[0], b[0]) - 1, Math.min(a[1], b[1]) - 1, Math.max(a[2], b[2]) + 1, Math.max(a[3], b[3]) + 1]
  const rect = box.map((side) => side.toFixed(2)).join(' ')
  const [width, height] = [(box[2] ?? 0) - (box[0] ?? 0), (box[3] ?? 0) - (box[1] ?? 0)]
  const drawn = `q 1 g ${box[0]} ${box[1]} ${width} ${height} re f Q 0 g ${shown(to)}`
  const fonts = `/Font << /${fontKey(to.font)} ${10 + 3 * Math.max(0, before.fonts.indexOf(to.font))} 0 R >>`
  const form = `/Type /XObject /Subtype /Form /BBox [${rect}] /Resources << ${fonts} >> /Length ${drawn.length}`
  const text = kind === 'FreeText' ? `/Contents (${to.text}) /DA (/Helv ${to.size} Tf 0 g)` : '/Name /Approved'
  return [
    [
      number,
      { source: `<< /Type /Annot /Subtype /${kind} /Rect [${rect}] /F 4 ${text} /AP << /N ${number + 1} 0 R >> >>` },
    ],
    [number + 1, { source: `<< ${form} >>`, stream: Buffer.from(drawn, 'latin1') }],
  ]
}

/** Texts blacked or whited out as programs do it for good, and typed anew in the program's own font. */
const redacted: Hand = (job) => {
  const texts = new Map<Cell, string>()
  const old = [...job.removed, ...job.changes.flatMap((change) => change.old ?? [])]
  for (const cell of old) texts.set(cell, '')
  const typed = job.changes.map(({ to }) => shown({ ...to, font: alike(to, 'Helvetica') }))
  return saved(job, { texts, over: [...old.map((cell) => white(cell, 0.5)), ...typed], apart: true }, { info: ACROBAT })
}

/** Ways to lay something over what a page prints. */
export const COVERS: Record<string, Hand> = {
  'white-box': covered((to) => shown(to), { info: LOVE }),
  'white-box-behind': covered((to) => shown({ ...to, font: alike(to, 'Helvetica') }), { info: ACROBAT, behind: true }),
  'white-box-inline': covered((to) => shown(to), { info: CLEANED }, false),
  note: noted('FreeText', { info: ACROBAT, behind: true }),
  stamp: noted('Stamp', { info: { Producer: 'macOS Version 14.6 Quartz PDFContext' } }),
  redacted,
}
