import type { FormPaper, Pen } from '../printer/form-paper.ts'
import { fullName, printed, t4Truth, type Worker } from '../real-slips/t4-worker.ts'
import type { Specimen } from '../specimen.ts'
import { joined } from './slip-people.ts'

export interface T4Style {
  /** Captions in English above French, one of the two only, or both on one line. */
  language: 'stacked' | 'english' | 'french' | 'inline'
  /** Dollars and cents stand either side of a rule. */
  divided: boolean
  marks: 'X' | 'tick' | 'cross' | 'stamp'
  /** Values in this ink. */
  ink: Pen
  /** Written into form fields, or as appearances of annotations only. */
  into: 'page' | 'fields' | 'stamps'
  zeros: boolean
}

export const PLAIN_STYLE: T4Style = {
  language: 'stacked',
  divided: false,
  marks: 'X',
  ink: { size: 9 },
  into: 'page',
  zeros: false,
}

type Spot = readonly [box: string, x: number, y: number, w: number, english: string, french: string]

const AMOUNTS: readonly Spot[] = [
  ['14', 320, 66, 110, 'Employment income – line 10100', "Revenus d'emploi – ligne 10100"],
  ['22', 462, 66, 110, 'Income tax deducted – line 43700', 'Impôt sur le revenu retenu – ligne 43700'],
  ['16', 320, 100, 110, "Employee's CPP contributions – line 30800", "Cotisations de l'employé au RPC – ligne 30800"],
  ['24', 462, 100, 110, 'EI insurable earnings', "Gains assurables d'AE"],
  [
    '16A',
    320,
    134,
    110,
    "Employee's second CPP contributions – line 22215",
    'Deuxièmes cotisations au RPC – ligne 22215',
  ],
  ['26', 462, 134, 110, 'CPP/QPP pensionable earnings', 'Gains ouvrant droit à pension – RPC/RRQ'],
  ['17', 320, 168, 110, "Employee's QPP contributions – line 30800", "Cotisations de l'employé au RRQ – ligne 30800"],
  ['44', 462, 168, 110, 'Union dues – line 21200', 'Cotisations syndicales – ligne 21200'],
  ['17A', 320, 202, 110, "Employee's second QPP contributions", 'Deuxièmes cotisations au RRQ'],
  ['46', 462, 202, 110, 'Charitable donations – line 34900', 'Dons de bienfaisance – ligne 34900'],
  ['18', 320, 236, 110, "Employee's EI premiums – line 31200", "Cotisations de l'employé à l'AE – ligne 31200"],
  ['52', 462, 236, 110, 'Pension adjustment – line 20600', "Facteur d'équivalence – ligne 20600"],
  ['20', 320, 270, 110, 'RPP contributions – line 20700', 'Cotisations à un RPA – ligne 20700'],
  ['55', 30, 264, 110, "Employee's PPIP premiums – see over", "Cotisations de l'employé au RPAP – voir au verso"],
  ['56', 168, 264, 110, 'PPIP insurable earnings', 'Gains assurables du RPAP'],
]

const SECOND = new Set(['16A', '17A'])

/** A T4 after the agency's form, its top edge at `top`. */
export function drawT4(paper: FormPaper, top: number, slip: Worker, style: T4Style, key = ''): void {
  drawHead(paper, top, slip, style, key)
  for (const spot of AMOUNTS) {
    const [box, x, y, w, english, french] = spot
    if (SECOND.has(box) && slip.year < 2023) continue
    caption(paper, x + 18, top + y, english, french, style)
    numbered(paper, x, top + y + 10, box)
    const value = printed(slip, box) || (style.zeros && box !== '55' ? '0.00' : '')
    paper.box(x + 18, top + y + 8, w, 16)
    if (style.divided) paper.rule(x + w - 4, top + y + 8, x + w - 4, top + y + 24, 0.25)
    amountAt(paper, `${key}b${box}`, value, x + 18, top + y + 8, w, style)
  }
  drawPeople(paper, top, slip, style, key)
  drawOthers(paper, top + 304, slip, style, key)
}

function drawHead(paper: FormPaper, top: number, slip: Worker, style: T4Style, key: string): void {
  caption(paper, 30, top + 1, "Employer's name", "Nom de l'employeur", {
    ...style,
    language: style.language === 'stacked' ? 'inline' : style.language,
  })
  paper.box(28, top, 270, 62)
  const lines = [...slip.employer.name.split('\n'), ...slip.employer.address]
  put(paper, `${key}employer`, lines, 34, top + 20, 250, 42, style)
  const french = style.language === 'french'
  if (!french) paper.text(310, top + 12, 'Canada Revenue Agency', { size: 6.5 })
  if (style.language !== 'english') paper.text(310, top + 20, 'Agence du revenu du Canada', { size: 6.5 })
  paper.text(310, top + 34, french ? 'Année' : style.language === 'english' ? 'Year' : 'Year / Année', { size: 6 })
  paper.box(350, top + 24, 44, 16)
  put(paper, `${key}year`, [String(slip.year)], 356, top + 36, 40, 12, style)
  paper.text(560, top + 22, 'T4', { size: 18, bold: true, align: 'right' })
  if (!french) paper.text(584, top + 36, 'Statement of Remuneration Paid', { size: 8, bold: true, align: 'right' })
  if (style.language !== 'english')
    paper.text(584, top + 46, 'État de la rémunération payée', { size: 8, bold: true, align: 'right' })
  caption(paper, 50, top + 70, "Employer's account number", "Numéro de compte de l'employeur", style)
  numbered(paper, 30, top + 80, '54')
  paper.box(50, top + 80, 150, 15)
  put(paper, `${key}account`, [slip.account], 54, top + 91, 140, 12, style)
}

function drawPeople(paper: FormPaper, top: number, slip: Worker, style: T4Style, key: string): void {
  caption(paper, 50, top + 104, 'Social insurance number', "Numéro d'assurance sociale", style)
  numbered(paper, 30, top + 116, '12')
  paper.box(50, top + 114, 100, 16)
  put(paper, `${key}sin`, [slip.sin], 54, top + 126, 90, 12, style)
  caption(paper, 178, top + 104, 'Exempt', 'Exemption', {
    ...style,
    language: style.language === 'stacked' ? 'inline' : style.language,
  })
  numbered(paper, 160, top + 116, '28')
  const flags = [slip.exempt.cpp, slip.exempt.ei, slip.exempt.ppip]
  for (const [at, on] of flags.entries()) {
    const x = 180 + at * 40
    paper.box(x, top + 114, 12, 12)
    mark(paper, `${key}x${at}`, on, x, top + 114, style)
    const names = [
      ['CPP/QPP', 'RPC/RRQ'],
      ['EI', 'AE'],
      ['PPIP', 'RPAP'],
    ][at] as [string, string]
    caption(
      paper,
      x - 4,
      top + 132,
      names[0],
      names[1],
      style.language === 'inline' ? { ...style, language: 'stacked' } : style,
    )
  }
  small(paper, 30, top + 152, '10', 'Province of employment', "Province d'emploi", slip.province, style, key)
  small(paper, 120, top + 152, '29', 'Employment code', "Code d'emploi", slip.texts['29'] ?? '', style, key)
  if (slip.year >= 2023)
    small(
      paper,
      210,
      top + 152,
      '45',
      'Employer-offered dental benefits',
      'Prestations dentaires',
      slip.texts['45'] ?? '',
      style,
      key,
    )
  small(
    paper,
    462,
    top + 270,
    '50',
    'RPP or DPSP registration number',
    "N° d'agrément d'un RPA ou RPDB",
    slip.texts['50'] ?? '',
    style,
    key,
    100,
  )
  const { first, initial, last, address } = slip.employee
  caption(paper, 30, top + 190, "Employee's name and address", "Nom et adresse de l'employé", {
    ...style,
    language: style.language === 'stacked' ? 'inline' : style.language,
  })
  const words =
    style.language === 'french'
      ? ['Nom de famille', 'Prénom', 'Initiale']
      : ['Last name (in capital letters)', 'First name', 'Initial']
  if (style.language === 'stacked' || style.language === 'inline')
    words.splice(0, 3, 'Last name – Nom de famille', 'First name – Prénom', 'Initial – Initiale')
  paper.at(0, top)`
    204/5: 30 ${words[0] ?? ''} | 120 ${words[1] ?? ''} | 178 ${words[2] ?? ''}
  `
  put(paper, `${key}last`, [last.toUpperCase()], 32, top + 216, 84, 12, style)
  put(paper, `${key}first`, [first], 122, top + 216, 54, 12, style)
  put(paper, `${key}initial`, [initial], 184, top + 216, 20, 12, style)
  put(paper, `${key}home`, address, 32, top + 232, 140, 30, style)
  paper.box(28, top + 188, 200, 66)
}

function small(
  paper: FormPaper,
  x: number,
  y: number,
  box: string,
  english: string,
  french: string,
  value: string,
  style: T4Style,
  key: string,
  w = 34,
): void {
  caption(paper, x + 18, y, english, french, style)
  numbered(paper, x, y + 10, box)
  paper.box(x + 18, y + 9, w, 15)
  put(paper, `${key}s${box}`, [value], x + 22, y + 20, w - 6, 12, style)
}

function drawOthers(paper: FormPaper, y: number, slip: Worker, style: T4Style, key: string): void {
  const french = style.language === 'french'
  paper.lines(
    30,
    y + 8,
    french
      ? ['Autres', 'renseignements', '(voir au verso)']
      : style.language === 'english'
        ? ['Other', 'information', '(see over)']
        : ['Other information (see over)', 'Autres renseignements', '(voir au verso)'],
    { size: 5 },
  )
  for (let at = 0; at < 6; at++) {
    const [x, up] = [120 + (at % 3) * 156, y + Math.floor(at / 3) * 26]
    paper.text(x, up + 4, french ? 'Case' : style.language === 'english' ? 'Box' : 'Box – Case', { size: 5 })
    paper.text(x + 40, up + 4, french ? 'Montant' : style.language === 'english' ? 'Amount' : 'Amount – Montant', {
      size: 5,
    })
    paper.box(x, up + 7, 30, 14).box(x + 34, up + 7, 112, 14)
    const other = slip.others[at]
    put(paper, `${key}oc${at}`, [other?.code ?? ''], x + 8, up + 18, 20, 11, style)
    const amount = other ? printed({ ...slip, amounts: { o: other.amount } }, 'o') : ''
    if (style.divided) paper.rule(x + 124, up + 7, x + 124, up + 21, 0.25)
    amountAt(paper, `${key}oa${at}`, amount, x + 34, up + 7, 112, style)
  }
  paper.at(0, y)`
    64: 30b/7 T4 (${String(slip.year).slice(2)})
    | 306^/6 ${french ? 'Protégé B une fois rempli' : 'Protected B when completed'}
  `
}

function caption(paper: FormPaper, x: number, y: number, english: string, french: string, { language }: T4Style): void {
  const both = `${english} / ${french}`
  const fits = paper.widthOf(both, { size: 4.6 }) < 120
  if (language === 'inline' && fits) paper.text(x, y + 6, both, { size: 4.6 })
  else if (language === 'stacked' || language === 'inline')
    paper.lines(x, y + 1, [english, french], { size: 4.8 }, 1.05)
  else paper.text(x, y + 6, language === 'english' ? english : french, { size: 5.2 })
}

function numbered(paper: FormPaper, x: number, y: number, box: string): void {
  paper.text(x + 8, y + 9, box, { size: 7, bold: true, align: 'middle' })
}

function amountAt(
  paper: FormPaper,
  name: string,
  value: string,
  x: number,
  y: number,
  w: number,
  style: T4Style,
): void {
  const right = x + w - 4
  if (style.into === 'fields')
    paper.field(name, value.padStart(value === '' ? 0 : 12), { ...style.ink, x, y, w, h: 15, align: 'right' })
  else if (style.into === 'stamps') {
    if (value !== '') paper.stamp(right - paper.widthOf(value, style.ink), y + 12, value, style.ink.size)
  } else if (style.divided && value !== '') {
    const at = value.search(/[.,\s]\d\d$/)
    paper.text(right - 20, y + 12, value.slice(0, at), { ...style.ink, align: 'right' })
    paper.text(right - 14, y + 12, value.slice(at + 1), style.ink)
  } else paper.text(right, y + 12, value, { ...style.ink, align: 'right' })
}

function put(
  paper: FormPaper,
  name: string,
  texts: readonly string[],
  x: number,
  y: number,
  w: number,
  h: number,
  style: T4Style,
): void {
  if (style.into === 'fields')
    paper.field(name, texts.join('\n'), { ...style.ink, x, y: y - 10, w, h, many: texts.length > 1 })
  else if (style.into === 'stamps')
    for (const [at, text] of texts.entries()) text === '' || paper.stamp(x, y + at * 11, text, style.ink.size)
  else paper.lines(x, y, texts, style.ink, 1.15)
}

function mark(paper: FormPaper, name: string, on: boolean, x: number, y: number, { into, marks, ink }: T4Style): void {
  if (into === 'fields') paper.checkBox(name, on, x, y, 12)
  else if (!on) return
  else if (marks === 'X') paper.text(x + 6, y + 10, 'X', { ...ink, align: 'middle' })
  else if (marks === 'stamp') paper.stamp(x + 2, y + 10, 'X')
  else paper.stroke(marks, x + 2, y + 2, 8)
}

/** What such a slip should be read as. */
export function t4Specimen(
  name: string,
  bytes: Uint8Array,
  slip: Worker,
  more: Record<string, string | number> = {},
): Specimen {
  const truth = t4Truth(slip)
  truth.fields.employer_name = joined(slip.employer.name)
  truth.fields.employee_name = fullName(slip.employee)
  return { name, bytes, truth: { ...truth, fields: { ...truth.fields, ...more } } }
}
