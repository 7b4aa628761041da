import { expect, test } from 'vitest'
import { pictureFault } from '../../schemas/src/picture.ts'
import { PICTURE_HEADS } from '../picture-heads.ts'

const url = (kind: string, bytes: Buffer) => `data:image/${kind};base64,${bytes.toString('base64')}`
const whole = (head: Buffer) => Buffer.concat([head, Buffer.alloc(60)])
const KINDS = ['png', 'jpeg', 'webp'] as const

test.each(KINDS)('a %s whose headers are whole is taken, at whatever length', (kind) => {
  for (let more = 0; more < 4; more++)
    expect(pictureFault(url(kind, Buffer.concat([whole(PICTURE_HEADS[kind]), Buffer.alloc(more)])))).toBeUndefined()
})

test.each(KINDS)('the first bytes of a %s and garbage behind them are no picture', (kind) => {
  const begins = PICTURE_HEADS[kind].subarray(0, kind === 'webp' ? 12 : 8)
  for (const fill of [0, 7, 255]) {
    const garbage = Buffer.concat([begins, Buffer.alloc(200, fill)])
    expect(pictureFault(url(kind, garbage))).toContain(`no ${kind} begins so`)
  }
  expect(pictureFault(url(kind, begins))).toContain(`no ${kind} begins so`)
})

test('a picture without a size, or with a colour that there is not, is none', () => {
  for (const [at, byte] of [
    [19, 0],
    [23, 0],
    [24, 3],
    [25, 5],
    [26, 1],
    [41, 0],
  ] as const) {
    const png = whole(PICTURE_HEADS.png)
    png[at] = byte
    expect(pictureFault(url('png', png)), String(at)).toBeDefined()
  }
})
