import { FormPaper, type Manner } from '../printer/form-paper.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { NR4, RL1, type SlipSpec, T3, T4A, T5 } from './canadian-specs.ts'
import { type FilledSlip, fill, lastFirst, specimenOf } from './canadian-values.ts'

type Tongue = 'english' | 'french' | 'both'
type Draw = (paper: FormPaper, slip: FilledSlip, top: number, tongue: Tongue) => void

const say = (tongue: Tongue, english: string, french: string) =>
  tongue === 'english' ? [english] : tongue === 'french' ? [french] : [english, french]

const revenue = (slip: FilledSlip) =>
  slip.spec.type === 'RL1_TAX_SLIP' ? ['Revenu Québec'] : ['Canada Revenue Agency', 'Agence du revenu du Canada']

/** Bordered cells four abreast: the number bold in the corner, captions beside it, the value at the foot. */
const cells: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.lines(30, top + 10, revenue(slip), { size: 6 })
  paper.text(582, top + 18, spec.form, { size: 17, bold: true, align: 'right' })
  paper.lines(520, top + 10, say(tongue, ...spec.titles), { size: 7, bold: true, align: 'right' })
  paper
    .lines(170, top + 8, say(tongue, 'Year', 'Année'), { size: 5.5 })
    .box(194, top + 2, 44, 15)
    .text(200, top + 13, String(year), { size: 10 })
  for (const [at, [number, english, french, , kind]] of spec.boxes.entries()) {
    const [x, y] = [30 + (at % 4) * 138, top + 34 + Math.floor(at / 4) * 38]
    paper.box(x, y, 138, 38).text(x + 3, y + 9, number, { size: 7.5, bold: true })
    for (const [line, words] of say(tongue, english, french).entries())
      paper.text(x + 20, y + 7 + line * 6, clip(paper, words, 114), { size: 5 })
    const value = slip.values[number] ?? ''
    if (kind) paper.text(x + 69, y + 33, value, { size: 9, align: 'middle' })
    else paper.text(x + 132, y + 33, value, { size: 9, align: 'right' })
  }
  const low = top + 40 + Math.ceil(spec.boxes.length / 4) * 38
  block(paper, 30, low, say(tongue, spec.recipient[1], spec.recipient[2]).join(' – '), [
    lastFirst(recipient),
    ...recipient.address,
  ])
  block(paper, 310, low, say(tongue, spec.payer[1], spec.payer[2]).join(' – '), [
    ...payer.name.split('\n'),
    ...payer.address,
  ])
  if (spec.number)
    paper
      .text(30, low + 84, `${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2]).join(' / ')}`, { size: 5.5 })
      .text(30, low + 96, slip.sin, { size: 9 })
  paper.text(30, low + 110, `${spec.form} (${String(year).slice(2)})`, { size: 7, bold: true })
}

/** A list under a bank's letterhead: number, caption, dots, amount. */
const list: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.at(0, top)`
    12: 36bs/13 ${payer.name.split('\n')}
    46: 36s/8 ${payer.address}
    12: 576>b/13 ${spec.form} – ${year}
    26: 576>/8 ${say(tongue, ...spec.titles)}
    86: 36/10 ${fullName(recipient)} ¶ ${recipient.address}
    138: 36/8 ${say(tongue, spec.payer[1], spec.payer[2]).join(' / ')}: ${payer.name.replace('\n', ' ')}
    150: 36/8 ${say(tongue, spec.recipient[1], spec.recipient[2]).join(' / ')}: ${fullName(recipient)}
  `
  if (spec.number)
    paper.at(0, top)`
      162: 36/8 ${`${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2]).join(' / ')}: ${slip.sin}`.trim()}
    `
  const shown = spec.boxes.filter(([box]) => slip.values[box] !== undefined)
  for (const [at, [box, english, french]] of shown.entries()) {
    const y = top + 186 + at * 15
    const words = say(tongue, english, french).join(' / ')
    paper.text(36, y, box, { size: 8.5, bold: true }).text(66, y, words, { size: 8.5 })
    const dots = Math.max(0, Math.floor((480 - 70 - paper.widthOf(words, { size: 8.5 })) / 4.8))
    paper.text(72 + paper.widthOf(words, { size: 8.5 }), y, '. '.repeat(dots).trim(), { size: 8.5, grey: 0.5 })
    paper.text(570, y, slip.values[box] ?? '', { size: 8.5, align: 'right' })
  }
}

/** The number in a box of its own left of the value, captions above it, two columns right of the names. */
const leftNumbers: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  block(
    paper,
    30,
    top + 8,
    say(tongue, spec.payer[1], spec.payer[2]).join(' / '),
    [...payer.name.split('\n'), ...payer.address],
    240,
  )
  block(
    paper,
    30,
    top + 150,
    say(tongue, spec.recipient[1], spec.recipient[2]).join(' / '),
    [recipient.last.toUpperCase(), `${recipient.first} ${recipient.initial}`.trim(), ...recipient.address],
    240,
  )
  if (spec.number) {
    paper
      .lines(50, top + 100, say(tongue, spec.number[1], spec.number[2]), { size: 5 })
      .text(30, top + 121, spec.number[0], { size: 7, bold: true })
    paper.box(50, top + 110, 120, 16).text(56, top + 122, slip.sin, { size: 10, family: 'mono' })
  }
  paper
    .text(300, top + 20, spec.form, { size: 16, bold: true })
    .lines(350, top + 14, say(tongue, ...spec.titles), { size: 6.5, bold: true })
  paper
    .text(300, top + 36, say(tongue, 'Year', 'Année').join(' / '), { size: 5.5 })
    .text(350, top + 37, String(year), { size: 11, family: 'mono' })
  for (const [at, [number, english, french]] of spec.boxes.entries()) {
    const [x, y] = [292 + (at % 2) * 146, top + 46 + Math.floor(at / 2) * 38]
    for (const [line, words] of say(tongue, english, french).entries())
      paper.text(x + 20, y + 4 + line * 6, clip(paper, words, 122), { size: 5 })
    paper
      .box(x, y + 13, 18, 16)
      .text(x + 9, y + 24, number, { size: 7, bold: true, align: 'middle' })
      .box(x + 20, y + 13, 116, 16)
    paper.text(x + 130, y + 25, slip.values[number] ?? '', { size: 10, family: 'mono', align: 'right' })
  }
  paper.text(30, top + 240, `${spec.form} (${String(year).slice(2)})`, { size: 7, bold: true })
}

/** A windowed letter; under it a slip of ruled columns with its captions below the values. */
const windowed: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.lines(330, top + 14, [...payer.name.split('\n'), ...payer.address], { size: 9, bold: true })
  paper.lines(60, top + 90, [fullName(recipient), ...recipient.address], { size: 10 })
  paper.text(
    36,
    top + 170,
    say(
      tongue,
      `Enclosed is your ${spec.form} slip for ${year}. Keep it with your records.`,
      `Voici votre feuillet ${spec.form} pour ${year}. Conservez-le dans vos dossiers.`,
    )[0] ?? '',
    { size: 9 },
  )
  paper.at(0, top)`
    rule 190 20 592 0.25
    210: 36b/7.5 ${spec.form}  ${say(tongue, ...spec.titles).join(' / ')}
    222: 576>b/8 ${say(tongue, 'Year', 'Année').join('/')} ${year}
  `
  for (const [at, [number, english, french]] of spec.boxes.entries()) {
    const [x, y] = [36 + (at % 3) * 182, top + 232 + Math.floor(at / 3) * 34]
    paper.box(x, y, 178, 31).text(x + 172, y + 12, slip.values[number] ?? '', { size: 9, align: 'right' })
    for (const [line, words] of say(tongue, english, french).entries())
      paper.text(x + 4, y + 21 + line * 6, clip(paper, line === 0 ? `${number}  ${words}` : words, 170), { size: 5 })
  }
  const low = top + 240 + Math.ceil(spec.boxes.length / 3) * 34
  block(paper, 36, low, say(tongue, spec.recipient[1], spec.recipient[2]).join(' / '), [
    fullName(recipient),
    ...recipient.address,
  ])
  block(paper, 310, low, say(tongue, spec.payer[1], spec.payer[2]).join(' / '), [
    ...payer.name.split('\n'),
    ...payer.address,
  ])
  if (spec.number)
    paper.at(0, low)`
      82: 36/7 ${`${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2])[0]}  ${slip.sin}`.trim()}
    `
}

function block(paper: FormPaper, x: number, y: number, title: string, lines: readonly string[], w = 266): void {
  paper
    .box(x, y, w, 70)
    .text(x + 3, y + 8, clip(paper, title, w - 8), { size: 5.5 })
    .lines(x + 6, y + 22, lines, { size: 9 })
}

function clip(paper: FormPaper, text: string, width: number): string {
  let words = text
  while (paper.widthOf(words, { size: 5 }) > width) words = words.slice(0, words.lastIndexOf(' '))
  return words
}

function slips(
  name: string,
  spec: SlipSpec,
  draw: Draw,
  tongue: Tongue,
  looks: readonly MoneyLook[],
  more: { manner?: Manner; copies?: number; stranger?: boolean } = {},
): Generator {
  return async (chance) => {
    const slip = fill(chance, spec, chance.pick(looks))
    const paper = await FormPaper.open({ manner: more.manner, leading: 1.2 })
    draw(paper, slip, 20, tongue)
    if (more.copies === 2) draw(paper, slip, 410, tongue)
    if (more.stranger) draw(paper, { ...fill(chance, spec, slip.look), year: slip.year }, 410, tongue)
    return specimenOf(name, await paper.save(), slip)
  }
}

type Row = Parameters<typeof slips>
const ROWS: readonly Row[] = [
  ['slip-t4a-cells', T4A, cells, 'both', ['commas', 'plain'], { copies: 2 }],
  ['slip-t4a-left', T4A, leftNumbers, 'both', ['split', 'plain'], { manner: 'words' }],
  ['slip-t4a-list', T4A, list, 'english', ['dollar', 'commas']],
  ['slip-t5-cells', T5, cells, 'both', ['plain'], { manner: 'type0' }],
  ['slip-t5-list', T5, list, 'both', ['commas', 'dollar']],
  ['slip-t5-windowed', T5, windowed, 'english', ['commas', 'blanks']],
  ['slip-t3-left', T3, leftNumbers, 'english', ['commas'], { stranger: true }],
  ['slip-t3-windowed', T3, windowed, 'both', ['plain', 'commas'], { manner: 'columns' }],
  ['slip-nr4-cells', NR4, cells, 'both', ['plain', 'commas'], { manner: 'backwards' }],
  ['slip-rl1-cells', RL1, cells, 'french', ['french', 'blanks'], { copies: 2 }],
  ['slip-rl1-left', RL1, leftNumbers, 'french', ['plain', 'french'], { manner: 'glyphs' }],
  ['slip-rl1-list', RL1, list, 'english', ['commas', 'plain']],
]

export const canadianSlips: Readonly<Record<string, Generator>> = Object.fromEntries(
  ROWS.map((row) => [row[0], slips(...row)]),
)
