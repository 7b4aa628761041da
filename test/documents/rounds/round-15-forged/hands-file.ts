import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sign } from '../../tamper-twins.ts'
import { recoded } from '../round-11-forged/codes.ts'
import { factur } from '../round-11-forged/invoice-xml.ts'
import { office } from '../round-11-forged/printers.ts'
import { call, inFolder, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import type { Hand, Job } from '../round-12-forged/job.ts'
import { boxOf, leftOf, opened, saved } from '../round-12-forged/pens.ts'
import { printed } from '../round-12-forged/printers.ts'

/** The page taken from a changed print and put in the old one's stead, in an update of the file. */
const pageReplaced: Hand = async (bytes, { after }) => {
  const script = [
    `var pdf = new PDFDocument('in.pdf'); var other = new PDFDocument('after.pdf');`,
    `pdf.graftPage(0, other, 0); pdf.deletePage(1); pdf.save('out.pdf', 'incremental')`,
  ].join('\n')
  return through('mutool', ['run', 'work.js'], { 'work.js': script, 'after.pdf': await printed(after) })(bytes)
}

/** Signed as it was, changed afterwards. */
const signedFirst: Hand = (bytes) => sign(bytes, 'Document Services')

/** A white box and the new text in contents of their own, added in an update of the file. */
const addedLater: Hand = (bytes, { paper, cells }) => {
  const lines = cells.map(([was, is]) => {
    const [x, y, width, height] = boxOf(was, paper)
    const text = `BT /Helv ${is.size} Tf ${leftOf(is, paper.face)} ${y + 0.22 * is.size} Td (${is.text}) Tj ET`
    return `0.85 g ${x} ${y} ${width} ${height} re f 0 g ${text}`
  })
  const script = [
    `var o = pdf.findPage(0); var f = pdf.addSimpleFont(new Font('Helvetica-Bold'), 'Latin');`,
    `o.Resources.Font.Helv = f; var c = o.Contents; var a = pdf.newArray(); a.push(pdf.addStream('q\\n'));`,
    `if (c.isArray()) for (var i = 0; i < c.length; i++) a.push(c.get(i)); else a.push(c);`,
    `a.push(pdf.addStream(${JSON.stringify(`\nQ q ${lines.join(' ')} Q`)})); o.Contents = a;`,
  ]
  return mutool(script.join('\n'), 'incremental')(bytes)
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** The changed contents stand in the file behind the old ones, under the same number, and the table leads to them. */
const sameNumber: Hand = (bytes, { changes }) => {
  const plain = qpdf('--qdf', '--object-streams=disable', '--no-original-object-ids')
  const [old, fresh] = [latin(plain(bytes)), latin(plain(recoded(bytes, changes)))]
  const number = old.match(/\/Contents \[?\s*(\d+) 0 R/)?.[1] ?? ''
  const contents = (file: string) => file.match(new RegExp(`(?<=\n)${number} 0 obj\n[\\s\\S]*?endobj\n`))?.[0] ?? ''
  const stream = contents(fresh).match(/stream\n([\s\S]*)\nendstream/)?.[1] ?? ''
  const object = `${number} 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
  const [body = ''] = old.split(/(?<=\n)xref\n/)
  return Buffer.from(tabled(`${body}${object}`, old.match(/trailer <<[\s\S]*?\n>>/)?.[0] ?? ''), 'latin1')
}

/** A file with a table of its objects; of those with one number the last counts. */
function tabled(body: string, trailer: string): string {
  const places = new Map([...body.matchAll(/(?<=\n)(\d+) 0 obj\n/g)].map((found) => [+(found[1] ?? 0), found.index]))
  const most = Math.max(...places.keys())
  const entries = Array.from(
    { length: most },
    (_, at) => `${String(places.get(at + 1) ?? 0).padStart(10, '0')} 00000 n `,
  )
  const table = [`xref`, `0 ${most + 1}`, '0000000000 65535 f ', ...entries].join('\n')
  return `${body}${table}\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`
}

/** The first page as it was, the second one from a changed paper that another program printed. */
const pagesOfTwo: Hand = async (bytes, { after }) => {
  const how = ['--empty', '--pages', 'in.pdf', '1', 'other.pdf', '2', '--', 'out.pdf']
  return through('qpdf', how, { 'other.pdf': await printed(after, 'library') })(bytes)
}

/** The e-invoice as it was, in a file whose page says something else. */
const withXml: Hand = async (bytes, { paper }) => {
  const pdf = await opened(bytes)
  const xml = factur(paper.truth, String(paper.truth.fields.iban))
  await pdf.attach(Buffer.from(xml), 'factur-x.xml', { mimeType: 'text/xml', description: 'Factur-X' })
  return saved(pdf)
}

/** Opened by a word processor, which makes frames of the texts, changed there and exported. */
const wordProcessor =
  (restyle: (file: string, text: string) => string): Hand =>
  (bytes, job) => {
    let file = inFolder((folder) => {
      writeFileSync(path.join(folder, 'in.pdf'), bytes)
      const user = `-env:UserInstallation=file://${folder}/user`
      const how = [user, '--headless', '--infilter=writer_pdf_import', '--convert-to', 'fodt', 'in.pdf']
      call('soffice', how, folder)
      return readFileSync(path.join(folder, 'in.fodt'), 'utf8')
    })
    for (const [was, is] of job.cells) {
      const at = nthOf(file, was.text, job)
      file = restyle(`${file.slice(0, at)}⟦${is.text}⟧${file.slice(at + was.text.length)}`, is.text)
    }
    return office('in.fodt', file)
  }

/** Frames come from the foot of the page: the last one is the first. */
function nthOf(file: string, text: string, { changes }: Job): number {
  const all = [...file.matchAll(new RegExp(`(?<=>)${RegExp.escape(text)}(?=<)`, 'g'))].map(({ index }) => index)
  const at = all.at(-1 - (changes[0]?.[2] ?? 0))
  if (at === undefined) throw new Error(`the word processor has no ${text}`)
  return at
}

const unmarked = (file: string) => file.replace('⟦', '').replace('⟧', '')
/** The program lacks the page's face: what is typed comes in the one that it has. */
const otherFace = (file: string) =>
  unmarked(
    file
      .replace(/text:style-name="(\w+)">⟦/, 'text:style-name="Own">')
      .replace(
        /<\/office:automatic-styles>/,
        '<style:style style:name="Own" style:family="text"><style:text-properties fo:font-family="DejaVu Sans" ' +
          'style:font-name="DejaVu Sans" fo:font-size="8.5pt"/></style:style>$&',
      ),
  )

export const FILES: Record<string, Hand> = {
  ...{ pageReplaced, signedFirst, addedLater, sameNumber, pagesOfTwo, withXml },
  wordProcessor: wordProcessor(unmarked),
  wordProcessorFace: wordProcessor(otherFace),
  valueSet: (bytes, { cells }) =>
    mutool(
      cells
        .map(
          ([was, is]) =>
            `page.getWidgets().forEach(function (w) { if (w.getValue() == ${JSON.stringify(was.text)}) ` +
            `{ w.setTextValue(${JSON.stringify(is.text)}); w.update(); } }); page.update();`,
        )
        .join('\n'),
      'incremental',
    )(bytes),
}
