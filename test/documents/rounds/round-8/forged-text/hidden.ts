import { type Hand, type Job, retext, saved } from './job.ts'
import { boxOf, type Cell } from './sheet.ts'
import { addFont, coded, type Edit, pdfText, shown, streamed, type Thing } from './write.ts'

const QUARTZ = { Producer: 'macOS Version 14.6 Quartz PDFContext', Creator: 'Preview' }

/** Words to each digit: what a map to Unicode says of the letters that a font prints. */
function mapOf(says: ReadonlyMap<string, string>): string {
  const codes = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  const hex = (letter: string, size: number) => letter.charCodeAt(0).toString(16).padStart(size, '0')
  const lines = codes.map((letter) => `<${hex(letter, 2)}> <${hex(says.get(letter) ?? letter, 4)}>`)
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `1 begincodespacerange <00> <FF> endcodespacerange ${lines.length} beginbfchar`,
    ...lines,
    'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

/** Each changed text gets a font of its own whose map says what `said` has, where it prints `printed`. */
function lying(job: Job, printed: 'new' | 'old'): Edit {
  const things: [number, Thing][] = []
  const keys: string[] = []
  const own = { set: (number: number, thing: Thing) => things.push([number, thing]) }
  const texts = new Map<Cell, string>()
  for (const [at, { old, to }] of job.changes.entries()) {
    if (!old) continue
    const [print, says] = printed === 'new' ? [to, old.text] : [old, to.text]
    const number = 40 + 4 * at
    const font = /Bold/.test(to.font) ? 'Arial-Bold' : 'Arial'
    // The same letter may have to stand for two: letters beyond the digits take the rest.
    const map = new Map<string, string>()
    for (const [place, letter] of [...print.text].entries()) map.set(letter, says[place] ?? letter)
    addFont(own, number, font, { tag: `ABC${'DEFGHIJKLM'[at % 10]}XY`, more: `/ToUnicode ${number + 3} 0 R` })
    things.push([number + 3, streamed(mapOf(map))])
    keys.push(`/L${at} ${number} 0 R`)
    texts.set(old, shown({ ...print, font }, '', `L${at}`))
  }
  return { texts, things, fonts: keys.join(' ') }
}

/** A font whose codes of digits are named as others, with the text of the codes in its map. */
function renamed(job: Job): Edit {
  const names = 'zero one two three four five six seven eight nine'.split(' ')
  const things: [number, Thing][] = []
  const keys: string[] = []
  const own = { set: (number: number, thing: Thing) => things.push([number, thing]) }
  const texts = new Map<Cell, string>()
  for (const [at, { old, to }] of job.changes.entries()) {
    if (!old || old.text.length !== to.text.length) continue
    const number = 40 + 4 * at
    const pairs = new Map([...old.text].map((letter, place) => [letter, to.text[place] ?? letter]))
    const differs = [...pairs].filter(([letter]) => /\d/.test(letter))
    const list = differs.map(([letter, print]) => `${letter.charCodeAt(0)} /${names[Number(print)]}`).join(' ')
    addFont(own, number, old.font === 'Arial-Bold' || /Bold/.test(old.font) ? 'Arial-Bold' : 'Arial', {
      tag: 'ZYXWVU',
      more: `/ToUnicode ${number + 3} 0 R`,
    })
    const font = things.find(([n]) => n === number)?.[1]
    if (font)
      font.source = font.source.replace(
        '/Encoding /WinAnsiEncoding',
        `/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [${list}] >>`,
      )
    things.push([number + 3, streamed(mapOf(new Map()))])
    keys.push(`/L${at} ${number} 0 R`)
    texts.set(old, shown(old, '', `L${at}`))
  }
  return { texts, things, fonts: keys.join(' ') }
}

/** The wanted texts somewhere or somehow nobody sees them, with the words before them on their line. */
const unseen =
  (way: (cell: Cell) => string, more: Partial<Edit> = {}): Hand =>
  (job) => {
    const line = ({ to }: Job['changes'][number]) => {
      const label = job.after.cells.filter(
        (cell) => Math.abs(cell.y - to.y) < 1 && cell.x < to.x && /^said/.test(cell.key),
      )
      return [...label.slice(-1), to].map(way)
    }
    return saved(job, { over: job.changes.flatMap(line), ...more }, { info: QUARTZ })
  }

/** The true text in a layer that is switched off, the new one in another that is on. */
const layered: Hand = (job) => {
  const wrap = (name: string, line: string) => `/OC /${name} BDC ${line} EMC`
  const edit = retext(job, (to, old) => [old ? wrap('Off', shown(old)) : '', wrap('On', shown(to))].join('\n'))
  const things: [number, Thing][] = [
    [70, { source: '<< /Type /OCG /Name (Text) >>' }],
    [71, { source: '<< /Type /OCG /Name (Text 2) >>' }],
  ]
  const catalog = '/OCProperties << /OCGs [70 0 R 71 0 R] /D << /ON [71 0 R] /OFF [70 0 R] /Order [] >> >>'
  return saved(
    job,
    { ...edit, things, catalog, resources: '/Properties << /Off 70 0 R /On 71 0 R >>' },
    { info: QUARTZ },
  )
}

/** Values as form fields, what is shown and what they hold being two things. */
const fields =
  (shows: 'new' | 'old'): Hand =>
  (job) => {
    const texts = new Map<Cell, string>()
    const things: [number, Thing][] = []
    const refs: string[] = []
    for (const [at, { old, to }] of job.changes.entries()) {
      if (!old) continue
      const number = 200 + 2 * at
      const [seen, held] = shows === 'new' ? [to, old] : [old, to]
      texts.set(old, '')
      things.push(...widget(job, seen, held.text, number))
      refs.push(`${number} 0 R`)
    }
    const list = refs.join(' ')
    const anew = shows === 'old' ? '/NeedAppearances true' : ''
    const catalog = `/AcroForm << /Fields [${list}] /DA (/Helv 0 Tf 0 g) ${anew} >>`
    return saved(job, { texts, things, page: `/Annots [${list}]`, catalog }, { info: QUARTZ })
  }

function widget({ before }: Job, seen: Cell, value: string, number: number): [number, Thing][] {
  const [x, y, right, top] = boxOf(seen)
  const rect = [x - 2, y - 2, right + 2, top + 2].map((side) => side.toFixed(2)).join(' ')
  const drawn = `/Tx BMC q ${shown({ ...seen, x: 2, y: seen.y - y + 2 })} Q EMC`
  const at = 10 + 3 * Math.max(0, before.fonts.indexOf(seen.font))
  const key = /\/(F\w+) /.exec(drawn)?.[1]
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 ${(right - x + 4).toFixed(2)} ${(top - y + 4).toFixed(2)}]`
  const inside = `/Resources << /Font << /${key} ${at} 0 R >> >> /Length ${drawn.length}`
  const name = pdfText(seen.key.replace(/\W/g, '_'))
  const holds = `/F 4 /T ${name} /V ${pdfText(value)} /DA (/Helv 9 Tf 0 g)`
  return [
    [
      number,
      {
        source: `<< /Type /Annot /Subtype /Widget /FT /Tx ${holds} /Rect [${rect}] /AP << /N ${number + 1} 0 R >> >>`,
      },
    ],
    [number + 1, { source: `<< ${form} ${inside} >>`, stream: Buffer.from(drawn, 'latin1') }],
  ]
}

/** A file inside of the file. */
export function attached(name: string, content: string | Uint8Array, relation: string): Partial<Edit> {
  const things: [number, Thing][] = [
    [
      80,
      streamed(content, `/Type /EmbeddedFile /Subtype /${name.endsWith('xml') ? 'text#2Fxml' : 'application#2Fpdf'}`),
    ],
    [
      81,
      { source: `<< /Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /${relation} /EF << /F 80 0 R >> >>` },
    ],
  ]
  return { things, catalog: `/AF [81 0 R] /Names << /EmbeddedFiles << /Names [(${name}) 81 0 R] >> >>` }
}

const off = (x: number, y: number) => (cell: Cell) => shown({ ...cell, x: cell.x + x, y: cell.y + y })
const state: [number, Thing] = [75, { source: '<< /Type /ExtGState /ca 0 /CA 0 >>' }]

/** Ways in which machines read other than what people see. */
export const HIDDEN: Record<string, Hand> = {
  'map-hides-new': (job) => saved(job, lying(job, 'new'), { info: QUARTZ }),
  'map-claims-new': (job) => saved(job, lying(job, 'old'), { info: QUARTZ }),
  'names-of-glyphs': (job) => saved(job, renamed(job), { info: QUARTZ }),
  'off-page-below': unseen(off(0, -900)),
  'off-page-right': unseen(off(640, 0)),
  clipped: unseen((cell) => `q 0 0 1 1 re W n ${shown(cell)} Q`),
  'white-text': unseen((cell) => `1 g ${shown(cell)} 0 g`),
  'mode-three': unseen((cell) => `q ${shown(cell, '3 Tr')} Q`),
  transparent: unseen((cell) => `q /Gs75 gs ${shown(cell)} Q`, {
    things: [state],
    resources: '/ExtGState << /Gs75 75 0 R >>',
  }),
  tiny: unseen((cell) => shown({ ...cell, size: 0.4, y: cell.y - 3 })),
  layered,
  'field-shows-new': fields('new'),
  'field-holds-new': fields('old'),
  /** The words of a tag for readers aloud say the truth, the page the new text. */
  'actual-text': (job) =>
    saved(
      job,
      retext(job, (to, old) => `/Span << /ActualText ${coded(old?.text ?? '', to.font)} >> BDC ${shown(to)} EMC`),
      { info: QUARTZ },
    ),
}
