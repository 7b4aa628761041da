import type { MoneyLook } from '../real-slips/money.ts'
import { fullName } from '../real-slips/t4-worker.ts'
import type { Generator } from '../specimen.ts'
import { NR4, RL1, type SlipSpec, T3, T4A, T5 } from './canadian-specs.ts'
import { type FilledSlip, fill, lastFirst, specimenOf } from './canadian-values.ts'
import { type Manner, SlipPaper } from './slip-paper.ts'

type Tongue = 'english' | 'french' | 'both'
type Draw = (paper: SlipPaper, slip: FilledSlip, top: number, tongue: Tongue) => void

const say = (tongue: Tongue, english: string, french: string) =>
  tongue === 'english' ? [english] : tongue === 'french' ? [french] : [english, french]

const revenue = (slip: FilledSlip) =>
  slip.spec.type === 'RL1_TAX_SLIP' ? ['Revenu Québec'] : ['Canada Revenue Agency', 'Agence du revenu du Canada']

/** Bordered cells four abreast: the number bold in the corner, captions beside it, the value at the foot. */
const cells: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.lines(30, top + 10, revenue(slip), { size: 6 })
  paper.t(582, top + 18, spec.form, { size: 17, bold: true, align: 'right' })
  paper.lines(520, top + 10, say(tongue, ...spec.titles), { size: 7, bold: true, align: 'right' })
  paper
    .lines(170, top + 8, say(tongue, 'Year', 'Année'), { size: 5.5 })
    .box(194, top + 2, 44, 15)
    .t(200, top + 13, String(year), { size: 10 })
  for (const [at, [number, english, french, , kind]] of spec.boxes.entries()) {
    const [x, y] = [30 + (at % 4) * 138, top + 34 + Math.floor(at / 4) * 38]
    paper.box(x, y, 138, 38).t(x + 3, y + 9, number, { size: 7.5, bold: true })
    for (const [line, words] of say(tongue, english, french).entries())
      paper.t(x + 20, y + 7 + line * 6, clip(paper, words, 114), { size: 5 })
    const value = slip.values[number] ?? ''
    if (kind) paper.t(x + 69, y + 33, value, { size: 9, align: 'middle' })
    else paper.t(x + 132, y + 33, value, { size: 9, align: 'right' })
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
      .t(30, low + 84, `${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2]).join(' / ')}`, { size: 5.5 })
      .t(30, low + 96, slip.sin, { size: 9 })
  paper.t(30, low + 110, `${spec.form} (${String(year).slice(2)})`, { size: 7, bold: true })
}

/** A list under a bank's letterhead: number, caption, dots, amount. */
const list: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.lines(36, top + 12, payer.name.split('\n'), { size: 13, bold: true, family: 'serif' })
  paper.lines(36, top + 46, payer.address, { size: 8, family: 'serif' })
  paper.t(576, top + 12, `${spec.form} – ${year}`, { size: 13, bold: true, align: 'right' })
  paper.lines(576, top + 26, say(tongue, ...spec.titles), { size: 8, align: 'right' })
  paper.lines(36, top + 86, [fullName(recipient), ...recipient.address], { size: 10 })
  paper.t(36, top + 138, `${say(tongue, spec.payer[1], spec.payer[2]).join(' / ')}: ${payer.name.replace('\n', ' ')}`, {
    size: 8,
  })
  paper.t(36, top + 150, `${say(tongue, spec.recipient[1], spec.recipient[2]).join(' / ')}: ${fullName(recipient)}`, {
    size: 8,
  })
  if (spec.number)
    paper.t(
      36,
      top + 162,
      `${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2]).join(' / ')}: ${slip.sin}`.trim(),
      { size: 8 },
    )
  const shown = spec.boxes.filter(([box]) => slip.values[box] !== undefined)
  for (const [at, [box, english, french]] of shown.entries()) {
    const y = top + 186 + at * 15
    const words = say(tongue, english, french).join(' / ')
    paper.t(36, y, box, { size: 8.5, bold: true }).t(66, y, words, { size: 8.5 })
    const dots = Math.max(0, Math.floor((480 - 70 - paper.widthOf(words, { size: 8.5 })) / 4.8))
    paper.t(72 + paper.widthOf(words, { size: 8.5 }), y, '. '.repeat(dots).trim(), { size: 8.5, grey: 0.5 })
    paper.t(570, y, slip.values[box] ?? '', { size: 8.5, align: 'right' })
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
      .t(30, top + 121, spec.number[0], { size: 7, bold: true })
    paper.box(50, top + 110, 120, 16).t(56, top + 122, slip.sin, { size: 10, family: 'mono' })
  }
  paper
    .t(300, top + 20, spec.form, { size: 16, bold: true })
    .lines(350, top + 14, say(tongue, ...spec.titles), { size: 6.5, bold: true })
  paper
    .t(300, top + 36, say(tongue, 'Year', 'Année').join(' / '), { size: 5.5 })
    .t(350, top + 37, String(year), { size: 11, family: 'mono' })
  for (const [at, [number, english, french]] of spec.boxes.entries()) {
    const [x, y] = [292 + (at % 2) * 146, top + 46 + Math.floor(at / 2) * 38]
    for (const [line, words] of say(tongue, english, french).entries())
      paper.t(x + 20, y + 4 + line * 6, clip(paper, words, 122), { size: 5 })
    paper
      .box(x, y + 13, 18, 16)
      .t(x + 9, y + 24, number, { size: 7, bold: true, align: 'middle' })
      .box(x + 20, y + 13, 116, 16)
    paper.t(x + 130, y + 25, slip.values[number] ?? '', { size: 10, family: 'mono', align: 'right' })
  }
  paper.t(30, top + 240, `${spec.form} (${String(year).slice(2)})`, { size: 7, bold: true })
}

/** A windowed letter; under it a slip of ruled columns with its captions below the values. */
const windowed: Draw = (paper, slip, top, tongue) => {
  const { spec, year, payer, recipient } = slip
  paper.lines(330, top + 14, [...payer.name.split('\n'), ...payer.address], { size: 9, bold: true })
  paper.lines(60, top + 90, [fullName(recipient), ...recipient.address], { size: 10 })
  paper.t(
    36,
    top + 170,
    say(
      tongue,
      `Enclosed is your ${spec.form} slip for ${year}. Keep it with your records.`,
      `Voici votre feuillet ${spec.form} pour ${year}. Conservez-le dans vos dossiers.`,
    )[0] ?? '',
    { size: 9 },
  )
  paper.rule(20, top + 190, 592, top + 190, 0.25)
  paper.t(36, top + 210, `${spec.form}  ${say(tongue, ...spec.titles).join(' / ')}`, { size: 7.5, bold: true })
  paper.t(576, top + 222, `${say(tongue, 'Year', 'Année').join('/')} ${year}`, { size: 8, bold: true, align: 'right' })
  for (const [at, [number, english, french]] of spec.boxes.entries()) {
    const [x, y] = [36 + (at % 3) * 182, top + 232 + Math.floor(at / 3) * 34]
    paper.box(x, y, 178, 31).t(x + 172, y + 12, slip.values[number] ?? '', { size: 9, align: 'right' })
    for (const [line, words] of say(tongue, english, french).entries())
      paper.t(x + 4, y + 21 + line * 6, clip(paper, line === 0 ? `${number}  ${words}` : words, 170), { size: 5 })
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
    paper.t(36, low + 82, `${spec.number[0]} ${say(tongue, spec.number[1], spec.number[2])[0]}  ${slip.sin}`.trim(), {
      size: 7,
    })
}

function block(paper: SlipPaper, x: number, y: number, title: string, lines: readonly string[], w = 266): void {
  paper
    .box(x, y, w, 70)
    .t(x + 3, y + 8, clip(paper, title, w - 8), { size: 5.5 })
    .lines(x + 6, y + 22, lines, { size: 9 })
}

function clip(paper: SlipPaper, text: string, width: number): string {
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
    const paper = await SlipPaper.open(more.manner)
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
