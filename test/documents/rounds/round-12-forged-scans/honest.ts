import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Filing } from '../round-11-scans/file.ts'

/** An honest scan: of which paper, on which device, kept how, and what was done to it. */
export interface Scan {
  act?: string
  paper: string
  device: string
  as: Filing['as']
  /** On the paper, in points from the upper left, before it was scanned. */
  mark?: (pen: SKRSContext2D) => void
  after?: string
}

const scan = (paper: string, device: string, as: Filing['as']): Scan => ({ paper, device, as })

/** Each paper as it was scanned, untouched. */
export const SCANS: readonly Scan[] = [
  ...[scan('uk-current', 'branch', 85), scan('at-konto', 'office-fine', 85), scan('us-card', 'branch', 85)],
  ...[scan('pl-wyciag', 'reception', 84), scan('us-stub', 'archive', 88), scan('ie-payslip', 'reception', 86)],
  ...[scan('de-lohn', 'archive', 86), scan('be-facture', 'office', 80), scan('us-invoice', 'branch', 85)],
  ...[scan('es-factura', 'office-fine', 88), scan('us-receipt', 'reception', 82), scan('ca-t4', 'archive', 86)],
  ...[scan('us-w2', 'office', 'png'), scan('us-1099', 'home', 82), scan('uk-letter', 'colour-fine', 88)],
  ...[scan('de-bescheinigung', 'handheld', 85), scan('ca-noa', 'reception', 85), scan('se-lon', 'feeder', 84)],
]

const stamp = (text: string, x: number, y: number) => (pen: SKRSContext2D) => {
  pen.save()
  pen.translate(x, y)
  pen.rotate(-0.12)
  pen.strokeStyle = pen.fillStyle = 'rgba(160,30,40,0.85)'
  pen.lineWidth = 1.6
  pen.strokeRect(-6, -18, 150, 26)
  pen.font = '16px "Eleven sans Bold"'
  pen.fillText(text, 0, 0)
  pen.restore()
}

const scrawl =
  (x: number, y: number, colour = '#20308c') =>
  (pen: SKRSContext2D) => {
    pen.strokeStyle = colour
    pen.lineWidth = 1.1
    pen.beginPath()
    pen.moveTo(x, y)
    for (let at = 0; at < 9; at++)
      pen.bezierCurveTo(x + 9 * at + 4, y - 22, x + 9 * at - 5, y + 12, x + 9 * at + 9, y - 3)
    pen.stroke()
  }

const marker = (x: number, y: number, width: number) => (pen: SKRSContext2D) => {
  pen.fillStyle = 'rgba(250,235,60,0.45)'
  pen.fillRect(x, y, width, 13)
}

const blacked = (x: number, y: number, width: number) => (pen: SKRSContext2D) => {
  pen.fillStyle = '#0a0a0a'
  pen.fillRect(x, y, width, 12)
}

const holes = (pen: SKRSContext2D) => {
  pen.fillStyle = '#3a3a3a'
  for (const y of [280, 510]) {
    pen.beginPath()
    pen.arc(18, y, 8, 0, 7)
    pen.fill()
  }
}

const act = (name: string, paper: string, [device, as]: [string, Filing['as']], more: Partial<Scan> = {}): Scan => ({
  ...scan(paper, device, as),
  act: name,
  ...more,
})

/** What honest people do with a scan. */
export const ACTS: readonly Scan[] = [
  act('stamped', 'be-facture', ['reception', 84], { mark: stamp('REÇU', 330, 330) }),
  act('signed', 'uk-letter', ['branch', 85], { mark: scrawl(62, 326) }),
  act('marked', 'us-stub', ['reception', 86], { mark: marker(350, 385, 96) }),
  act('blacked-out', 'uk-current', ['archive', 86], { mark: blacked(400, 133, 60) }),
  act('punched', 'at-konto', ['office', 82], { mark: holes }),
  act('ticked', 'us-invoice', ['branch', 85], { mark: scrawl(580, 218, '#303030') }),
  act('by-messenger', 'ca-noa', ['handheld', 85], { after: 'messenger' }),
  act('scanned-again', 'us-1099', ['archive', 85], { after: 'office' }),
  act('faxed', 'ie-payslip', ['branch', 'bits'], { after: 'fax-fine' }),
  act('photographed', 'ca-t4', ['handheld', 85]),
  act('smoothed', 'us-receipt', ['reception', 82], { after: 'smooth' }),
  act('recognised', 'us-w2', ['office', 84], { after: 'layer' }),
  act('copied-in-two-tones', 'de-lohn', ['copier', 'bits']),
  act('kept-without-loss', 'pl-wyciag', ['office-fine', 'png']),
]
