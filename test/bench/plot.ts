import type { Figure } from './figure.ts'
import { median, type Sample } from './measure.ts'
import { UNITS } from './table.ts'

const WIDTH = 640
const ROW = 34
const LEFT = 150
const RIGHT = 30

interface Row {
  label: string
  values: number[]
  color: string
}

/** A figure as an SVG picture: for each thing compared one line of dots, a dot a round, with a bar at the median. */
export function plotOf(figure: Figure): string {
  const members = figure.ratios.map(({ member }) => member)
  const panels = members.map((member, at) => panelOf(figure, member, 60 + at * (3 * ROW + 20)))
  const height = 70 + members.length * (3 * ROW + 20)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${xmlText(figure.name)}: ${xmlText(figure.what)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="24" font-size="15" font-weight="bold">${xmlText(figure.name)}</text>`,
    `<text x="16" y="42" fill="#555">${xmlText(figure.what)}; goal: ${xmlText(figure.goal)}</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n')
}

function panelOf({ ours, theirs, anchor }: Figure, member: keyof Sample, top: number): string {
  const rows: Row[] = [
    { label: 'mkt', values: valuesOf(ours, member), color: '#1f5fbf' },
    { label: anchor === 'none' ? '' : 'anchor', values: valuesOf(theirs, member), color: '#8a8a8a' },
  ].filter(({ values }) => values.length > 0)
  const most = Math.max(...rows.flatMap(({ values }) => values)) * 1.05
  const scale = (value: number) => LEFT + (value / most) * (WIDTH - LEFT - RIGHT)
  const bottom = top + rows.length * ROW + 6
  return [
    `<text x="16" y="${top}" fill="#333">${xmlText(UNITS[member])}</text>`,
    ...rows.map((row, at) => lineOf(row, top + 18 + at * ROW, scale)),
    `<line x1="${LEFT}" y1="${bottom}" x2="${WIDTH - RIGHT}" y2="${bottom}" stroke="#bbb"/>`,
    `<text x="${LEFT}" y="${bottom + 14}" fill="#777">0</text>`,
    `<text x="${WIDTH - RIGHT}" y="${bottom + 14}" fill="#777" text-anchor="end">${round(most)}</text>`,
  ].join('\n')
}

function lineOf({ label, values, color }: Row, y: number, scale: (value: number) => number): string {
  const middle = median(values)
  const x = scale(middle)
  return [
    `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${label} ${round(middle)}</text>`,
    ...values.map((value) => `<circle cx="${scale(value).toFixed(1)}" cy="${y}" r="4" fill="${color}" opacity="0.6"/>`),
    `<line x1="${x.toFixed(1)}" y1="${y - 9}" x2="${x.toFixed(1)}" y2="${y + 9}" stroke="${color}" stroke-width="2"/>`,
  ].join('\n')
}

const valuesOf = (samples: readonly Sample[], member: keyof Sample): number[] =>
  samples.map((sample) => sample[member]).filter((value) => value !== undefined)

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
