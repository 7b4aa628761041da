import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import { fontOf } from './faces.ts'
import type { Filing } from './file.ts'
import type { DeviceName, Shot } from './glass.ts'

/** A genuine scan: of which paper, on which device, kept how. */
export interface Scan {
  paper: string
  device: DeviceName
  as: Filing['as']
  /** Two tones with shared symbols. */
  symbols?: boolean
  /** Several copies on a page. */
  up?: 4
}

const scan = (paper: string, device: DeviceName, as: Filing['as'], more: Partial<Scan> = {}): Scan => ({
  paper,
  device,
  as,
  ...more,
})

export const SCANS: readonly Scan[] = [
  scan('us-checking', 'colour', 80),
  scan('us-checking', 'fax-fine', 'g4'),
  scan('es-extracto', 'office', 78),
  scan('es-extracto', 'feeder', 82),
  scan('de-girokonto', 'askew', 80),
  scan('de-girokonto', 'fax-coarse', 'bits'),
  scan('fr-releve', 'phone', 'jpeg'),
  scan('it-estratto', 'office-fine', 84),
  scan('us-paystub', 'colour-fine', 80),
  scan('us-paystub', 'fax-faint', 'g4'),
  scan('uk-payslip', 'home', 74),
  scan('pt-recibo', 'curved', 80),
  scan('uk-letter', 'office', 76),
  scan('de-bescheinigung', 'copier', 'bits', { symbols: true }),
  scan('fr-attestation', 'phone', 78),
  scan('uk-invoice', 'copier', 'g4'),
  scan('nl-factuur', 'feeder', 78),
  scan('de-rechnung', 'curved', 'jpeg'),
  scan('pl-faktura', 'office', 'png'),
  scan('us-receipt', 'thermal', 78),
  scan('fr-ticket', 'phone', 'jpeg'),
  scan('us-w2', 'office-fine', 80),
  scan('us-w2', 'colour-fine', 78, { up: 4 }),
  scan('ca-t4', 'copier', 'g4'),
  scan('us-1099', 'office', 80),
]

type Size = readonly [width: number, height: number]

/** What is done to paper before it is scanned, in points from its upper left. */
type Mark = (pen: SKRSContext2D, size: Size, chance: Chance) => void

/** What is done to a picture afterwards. */
type After = (shot: Shot, canvas: Canvas) => void

/** Something innocent. */
export interface Act extends Scan {
  act: string
  mark?: Mark
  after?: After
  again?: DeviceName
  /** A quality at which it was kept before. */
  pressed?: number
  rotate?: number
  /** Fields that nobody can read any more. */
  lost?: string[]
}

const stamp: Mark = (pen) => {
  pen.save()
  pen.translate(330, 610)
  pen.rotate(-0.14)
  pen.strokeStyle = pen.fillStyle = 'rgba(30,60,150,0.75)'
  pen.lineWidth = 2
  pen.strokeRect(0, 0, 150, 40)
  pen.font = fontOf('sans', 13, true)
  pen.fillText('RECEIVED', 36, 17)
  pen.fillText('25 MAY 2026', 30, 33)
  pen.restore()
}

const scribble =
  (x: number, y: number): Mark =>
  (pen) => {
    pen.strokeStyle = 'rgba(20,30,130,0.9)'
    pen.lineWidth = 1.2
    pen.beginPath()
    pen.moveTo(x, y)
    for (let step = 0; step < 14; step++)
      pen.quadraticCurveTo(x + 6 * step, y - (step % 3) * 9, x + 6 * step + 5, y + (step % 2) * 5)
    pen.stroke()
  }

const note: Mark = (pen, size, chance) => {
  scribble(300, 560)(pen, size, chance)
  scribble(310, 576)(pen, size, chance)
  pen.beginPath()
  pen.ellipse(500, 452, 42, 10, 0.04, 0, 6.2)
  pen.stroke()
}

const highlight: Mark = (pen, [width]) => {
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = 'rgba(255,238,80,0.9)'
  pen.fillRect(48, 273, width - 96, 13)
  pen.globalCompositeOperation = 'source-over'
}

const blacked: Mark = (pen) => {
  pen.fillStyle = '#0c0c0c'
  pen.fillRect(468, 69, 108, 11)
}

/** A form's empty box filled in by a typewriter's face, a little beside its line. */
const typedOn: Mark = (pen) => {
  pen.fillStyle = '#242424'
  pen.font = fontOf('mono', 10)
  pen.fillText('Reviewed by loan desk   K. Ames', 60, 690.6)
  pen.fillText('06/30/2026', 380, 691.4)
}

const dust: Mark = (pen, [width, height], chance) => {
  pen.fillStyle = 'rgba(60,60,60,0.8)'
  for (let speck = 0; speck < 160; speck++) {
    pen.beginPath()
    pen.arc(chance.next() * width, chance.next() * height, 0.3 + 0.6 * chance.next(), 0, 7)
    pen.fill()
  }
}

/** The line that a fax machine prints along the upper edge. */
const faxed: Mark = (pen) => {
  pen.fillStyle = '#101010'
  pen.font = fontOf('mono', 8)
  pen.fillText('2026-06-30 10:41   FROM: 207 555 0121   TO: 207 555 0190   P.01/01', 40, 16)
}

/** Smoothed where there is paper, as drivers do: what is nearly white becomes white. */
const denoised: After = (_, canvas) => {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < image.data.length; at++) if ((image.data[at] ?? 0) > 228) image.data[at] = 255
  pen.putImageData(image, 0, 0)
}

/** A picture of a signature laid into the scan. */
const signed: After = ({ at }, canvas) => {
  const pen = canvas.getContext('2d')
  pen.save()
  const [x, y] = at(60, 440)
  pen.translate(x, y)
  pen.scale(2.6, 2.6)
  pen.fillStyle = '#ffffff'
  pen.fillRect(-4, -34, 110, 44)
  scribble(0, 0)(pen, [0, 0], undefined as never)
  pen.restore()
}

const cropped: After = (_, canvas) => {
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, Math.round(canvas.height * 0.02))
  pen.fillRect(0, Math.round(canvas.height * 0.9), canvas.width, canvas.height)
}

export const ACTS: readonly Act[] = [
  { act: 'compressed-again', ...scan('us-checking', 'office', 58), pressed: 84 },
  { act: 'stamped', ...scan('uk-invoice', 'colour', 82), mark: stamp },
  { act: 'handwritten-note', ...scan('it-estratto', 'office', 82), mark: note },
  { act: 'highlighted', ...scan('de-girokonto', 'colour', 80), mark: highlight },
  { act: 'blacked-out', ...scan('us-checking', 'office-fine', 82), mark: blacked, lost: ['account_number'] },
  { act: 'cropped', ...scan('nl-factuur', 'office', 84), after: cropped },
  { act: 'rotated', ...scan('pt-recibo', 'office', 82), rotate: 90 },
  { act: 'denoised', ...scan('uk-letter', 'colour', 86), after: denoised },
  { act: 'dust-and-streaks', ...scan('de-rechnung', 'feeder', 80), mark: dust },
  { act: 'form-typed-on', ...scan('us-paystub', 'office', 82), mark: typedOn },
  { act: 'fax-header', ...scan('de-bescheinigung', 'fax-fine', 'g4'), mark: faxed },
  { act: 'signature-pasted', ...scan('fr-attestation', 'office', 84), after: signed },
  { act: 'copied-and-scanned', ...scan('ca-t4', 'office-fine', 84), again: 'office' },
]
