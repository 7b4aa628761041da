import { expect, test } from 'vitest'
import { painted } from './round-1/scan.ts'
import { locate } from './round-3/forgeries/spot.ts'
import { forgeries, left, nameOf, readLines } from './round-4/forged-text/index.ts'
import type { RoundFile } from './round-file.ts'

if (left.length > 0) console.log(`forged texts of the fourth round are not tried: ${left[0]}`)

const lines = readLines()
const filesOf = async (techniques: string[]) => {
  const files: RoundFile[] = []
  for await (const file of forgeries(({ technique }) => techniques.includes(technique))) files.push(file)
  return files
}
const placeOf = ({ forgery }: RoundFile) => forgery?.places[0] ?? expect.fail('nothing was forged')

test('the list has many techniques, none often, and few that leave no trace', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(times.size).toBeGreaterThan(25)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(4)
  expect(lines.filter(({ family }) => family === 'clean').length).toBeLessThan(3)
})

test('a new text of the fourth round is printed in the box that is said, and the truth says it', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const files = await filesOf(['old-made-white', 'squeezed-to-fit'])
  expect(files.length).toBe(4)
  for (const file of files) {
    const line = lines.find((each) => nameOf(each) === file.name) ?? expect.fail(file.name)
    const [[field, text] = expect.fail('no change')] = line.shown
    const { page, box } = placeOf(file)
    const found = locate(file.bytes, text, '')
    expect([file.name, found.page]).toEqual([file.name, page])
    expect(Math.abs(found.box[0] - box[0]) + Math.abs(found.box[1] - box[1]), file.name).toBeLessThan(12)
    const said = String(file.truth.fields[field]).replace(/\D/g, '')
    if (field in file.truth.fields) expect(text.replace(/\D/g, ''), file.name).toContain(said)
    expect(file.truth.risk).toBe('flagged')
  }
})

test('figures of the fourth round that are no text have ink in the box that is said', async ({ skip }) => {
  skip(left.length > 0, left[0])
  for (const file of await filesOf(['digits-borrowed', 'digits-drawn-otherwise'])) {
    const { page, box } = placeOf(file)
    const picture = await painted(new Uint8Array(file.bytes), 72, page)
    const [x = 0, y = 0, right = 0, foot = 0] = picture.toPixels(box).map(Math.round)
    const { data } = picture.canvas.getContext('2d').getImageData(x, y, right - x, foot - y)
    const dark = data.filter((value, at) => at % 4 === 1 && value < 150).length / (data.length / 4)
    expect(dark, file.name).toBeGreaterThan(0.04)
    expect(dark, file.name).toBeLessThan(0.6)
  }
})
