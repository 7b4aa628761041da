import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import type { LensName } from './glass.ts'

type Size = readonly [width: number, height: number]

/** What happens to paper, drawn on it in points from its upper left. */
export type Mark = (pen: SKRSContext2D, size: Size, chance: Chance) => void

const MARKS = {
  nothing: () => {},
  coffee(pen) {
    pen.strokeStyle = 'rgba(122,82,40,0.35)'
    pen.lineWidth = 5
    pen.beginPath()
    pen.arc(430, 330, 44, 0.3, 5.9)
    pen.stroke()
  },
  folds(pen, [width, height]) {
    for (const part of [1 / 3, 2 / 3]) {
      pen.fillStyle = 'rgba(60,60,60,0.16)'
      pen.fillRect(0, height * part, width, 2.2)
      pen.fillStyle = 'rgba(255,255,255,0.7)'
      pen.fillRect(0, height * part - 1, width, 1)
    }
  },
  staple(pen) {
    pen.strokeStyle = 'rgba(50,50,50,0.8)'
    pen.lineWidth = 1.4
    pen.beginPath()
    pen.moveTo(24, 30)
    pen.lineTo(44, 20)
    pen.stroke()
    pen.fillStyle = 'rgba(0,0,0,0.14)'
    pen.fillRect(18, 24, 34, 9)
  },
  /** A grain on the sensor of a feeder draws a line down the page. */
  'feeder-line'(pen, [width, height]) {
    pen.fillStyle = 'rgba(70,70,70,0.55)'
    pen.fillRect(width * 0.62, 0, 0.8, height)
  },
  /** The print of the other side, turned. */
  'bleed-through'(pen, [width], chance) {
    pen.save()
    pen.translate(width, 0)
    pen.scale(-1, 1)
    pen.fillStyle = 'rgba(90,90,90,0.17)'
    pen.font = '10px "Round Arial"'
    for (let y = 90; y < 640; y += 16)
      pen.fillText(`${chance.digits(4)} terms and conditions of this account ${chance.digits(6)}`, 60, y)
    pen.restore()
  },
  faded(pen, [width, height]) {
    const light = pen.createLinearGradient(0, 0, 0, height)
    light.addColorStop(0.1, 'rgba(250,250,250,0)')
    light.addColorStop(0.45, 'rgba(250,250,250,0.55)')
    light.addColorStop(0.8, 'rgba(250,250,250,0)')
    pen.fillStyle = light
    pen.fillRect(0, 0, width, height)
  },
  'rubber-stamp'(pen) {
    pen.save()
    pen.translate(330, 560)
    pen.rotate(-0.16)
    pen.strokeStyle = pen.fillStyle = 'rgba(150,20,40,0.7)'
    pen.lineWidth = 2
    pen.strokeRect(0, 0, 150, 34)
    pen.font = '17px "Round Arial-Bold"'
    pen.fillText('RECEIVED 12 OCT', 6, 24)
    pen.restore()
  },
  pen(pen) {
    pen.strokeStyle = 'rgba(20,30,140,0.85)'
    pen.lineWidth = 1.3
    pen.beginPath()
    pen.ellipse(300, 300, 46, 11, 0.05, 0, 6.2)
    pen.stroke()
    pen.beginPath()
    pen.moveTo(250, 640)
    pen.bezierCurveTo(270, 600, 290, 690, 320, 630)
    pen.bezierCurveTo(340, 660, 350, 620, 380, 640)
    pen.stroke()
  },
  'blacked-out'(pen) {
    pen.fillStyle = '#0a0a0a'
    pen.fillRect(478, 101, 90, 15)
  },
} as const satisfies Record<string, Mark>

export type MarkName = keyof typeof MARKS
export const markOf = (name: MarkName): Mark => MARKS[name]

export interface Act {
  act: string
  paper: string
  lens: LensName
  mark: MarkName
  form?: { layer?: 'before'; quality?: number; bare?: boolean; second?: LensName }
  /** A field that nobody can read any more. */
  lost?: string
}

export const ACTS: readonly Act[] = [
  { act: 'coffee', paper: 'society', lens: 'home', mark: 'coffee' },
  { act: 'folded', paper: 'letter', lens: 'phone', mark: 'folds' },
  { act: 'stapled', paper: 'stub', lens: 'office', mark: 'staple' },
  { act: 'feeder-line', paper: 'bill', lens: 'office', mark: 'feeder-line' },
  { act: 'bleed-through', paper: 'konto', lens: 'home', mark: 'bleed-through' },
  { act: 'faded', paper: 'salary', lens: 'fine', mark: 'faded' },
  { act: 'rubber-stamp', paper: 'rechnung', lens: 'fine', mark: 'rubber-stamp' },
  { act: 'ringed-and-signed', paper: 'letter', lens: 'office', mark: 'pen' },
  { act: 'account-blacked-out', paper: 'chequing', lens: 'office', mark: 'blacked-out', lost: 'account_number' },
  { act: 'recognised', paper: 'stub', lens: 'office', mark: 'nothing', form: { layer: 'before' } },
  { act: 'compressed-again', paper: 'chequing', lens: 'fine', mark: 'nothing', form: { quality: 45 } },
  { act: 'copied-and-scanned', paper: 'w2', lens: 'fine', mark: 'nothing', form: { second: 'office' } },
  { act: 'photographed', paper: 'rechnung', lens: 'phone', mark: 'nothing', form: { bare: true } },
]
