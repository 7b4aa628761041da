import { PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { type Job, type Technique, turning } from '../job.ts'
import { atSpots, emptied, typed, withEdit } from '../overlay.ts'

const reprinted = ({ paper, swaps }: Job): Promise<Uint8Array> => paper.print(swaps)

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const objectsOf = (text: string) =>
  new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj[\s\S]*?endobj/g)].map(([all, number]) => [Number(number), all.trim()]))

/** What an editor appends that saves incrementally: the objects that changed, and a table of them. */
async function revised(job: Job): Promise<Uint8Array> {
  const [old, next] = [latin(job.pdf), latin(await reprinted(job))]
  const before = objectsOf(old)
  const changed = [...objectsOf(next)].filter(([number, text]) => before.get(number) !== text)
  let text = old.endsWith('\n') ? old : `${old}\n`
  const rows = changed.map(([number, object]) => {
    const row = `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${object}\n`
    return row
  })
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)/.exec(old)
  const table = `xref\n${rows.join('')}trailer\n<<${trailer?.[1]}/Prev ${trailer?.[2]}\n>>\n`
  const end = `${table}startxref\n${text.length}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(text + end, 'latin1'))
}

const stamped = (producer: string, later: number, creator?: string) => async (job: Job) =>
  withEdit(await reprinted(job), async (pdf) => {
    pdf.setProducer(producer)
    if (creator) pdf.setCreator(creator)
    pdf.setModificationDate(new Date(Date.parse(job.paper.made) + later * 86_400_000))
  })

const XMP = (day: string) => `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" xmp:CreatorTool="Adobe Illustrator 28.2 (Windows)"
 xmp:ModifyDate="${day}T22:41:07Z"><xmpMM:History><rdf:Seq><rdf:li stEvt:action="converted"
 stEvt:parameters="from application/pdf to application/vnd.adobe.illustrator"/><rdf:li stEvt:action="saved"
 stEvt:softwareAgent="Adobe Illustrator 28.2 (Windows)" stEvt:when="${day}T22:41:07Z" stEvt:changed="/"/></rdf:Seq>
</xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** The information is the bank's; the XMP of the drawing program was forgotten. */
const historied = async (job: Job): Promise<Uint8Array> =>
  withEdit(await reprinted(job), async (pdf) => {
    const day = new Date(Date.parse(job.paper.made) + 34 * 86_400_000).toISOString().slice(0, 10)
    const stream = pdf.context.stream(XMP(day), { Type: 'Metadata', Subtype: 'XML' })
    pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(stream))
  })

/** Private data of the editor on the page, with the day of its last change. */
const pieced = async (job: Job): Promise<Uint8Array> =>
  atSpots(job, await emptied(job), (page, spot, font, pdf) => {
    typed(page, spot, font)
    const when = PDFString.fromDate(new Date(Date.parse(job.paper.made) + 21 * 86_400_000))
    const own = pdf.context.obj({ 'PDF-XChange': { LastModified: when, Private: { ContentEdited: true } } })
    page.node.set(PDFName.of('PieceInfo'), own)
    page.node.set(PDFName.of('LastModified'), when)
  })

/** Saved again with an identity that says so, and every other word of the information taken away. */
const cleaned = async (job: Job): Promise<Uint8Array> =>
  withEdit(await reprinted(job), async (pdf) => {
    const info = pdf.context.lookup(pdf.context.trailerInfo.Info)
    if (info instanceof PDFDict) for (const key of info.keys()) info.delete(key)
    const ids = ['5f1c0a77d2e94b0e8b6f3d1c9a405e21', 'c07b9e13aa5d4f6688d2417be0f35a90'].map((id) =>
      PDFHexString.of(id),
    )
    pdf.context.trailerInfo.ID = pdf.context.obj(ids)
  })

export const STRUCTURE: Record<string, Technique> = {
  'incremental-revision': turning(revised),
  'web-editor-months-later': turning(stamped('iLovePDF', 71)),
  'word-for-a-bank': turning(stamped('Microsoft® Word 2019', 12, 'Microsoft® Word 2019')),
  'photoshop-save': turning(
    stamped('Adobe Photoshop for Windows -- Image Conversion Plug-in', 5, 'Adobe Photoshop 25.0'),
  ),
  'forgotten-history': turning(historied),
  'private-data-of-an-editor': turning(pieced),
  'identity-of-a-later-save': turning(cleaned),
}
