import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { Chance } from './chance.ts'
import { SANS } from './pen-fonts.ts'
import { fill, grain, saved } from './sheet-on-glass.ts'

export const [WIDE, HIGH, SIZE] = [1100, 900, 26]
export const NET = 9
const ROWS: (readonly [x: number, text: string])[][] = [
  [[80, 'Earnings statement']],
  [[80, 'Employer: Merrow Ltd']],
  [[80, 'Employee: Maribel Oswin']],
  [[80, 'Pay period: 2025-03-01 to 2025-03-15']],
  [[80, 'Pay date: 2025-03-20']],
  [
    [500, 'Current'],
    [780, 'Year to date'],
  ],
  [
    [80, 'Regular earnings'],
    [500, '3,000.00'],
    [780, '15,000.00'],
  ],
  [
    [80, 'Gross pay'],
    [500, '3,000.00'],
    [780, '15,000.00'],
  ],
  [
    [80, 'Total deductions'],
    [500, '550.00'],
    [780, '2,750.00'],
  ],
  [
    [80, 'Net pay'],
    [500, '2,450.00'],
    [780, '12,250.00'],
  ],
]
/** The base line of a row, in pixels from the top. */
export const base = (row: number) => 90 + 70 * row

/** The pay stub as a scanner sees it; with `net`, retyped there on a rectangle of the paper's colour. */
export async function stubScan(net?: string): Promise<Canvas> {
  const [sheet, glass] = [createCanvas(WIDE, HIGH), createCanvas(WIDE, HIGH)]
  const [pen, light] = [sheet.getContext('2d'), glass.getContext('2d')]
  fill(sheet, [0, 0, WIDE, HIGH], '#f4f4f2')
  pen.font = `${SIZE}px ${SANS}`
  pen.fillStyle = '#242424'
  for (const [row, cells] of ROWS.entries()) for (const [x, text] of cells) pen.fillText(text, x, base(row))
  light.filter = 'blur(1px)'
  light.drawImage(sheet, 0, 0)
  light.filter = 'none'
  grain(glass, 5, new Chance(1))
  const scanned = await saved(glass, 92)
  if (!net) return scanned
  fill(scanned, [495, base(NET) - SIZE, 625, base(NET) + 8], '#f4f4f2')
  const typing = scanned.getContext('2d')
  typing.font = `${SIZE}px ${SANS}`
  typing.fillStyle = '#242424'
  typing.fillText(net, 500, base(NET))
  return scanned
}
