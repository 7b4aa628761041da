import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { outlineDrawn } from '../../server/src/documents/text/shapes/drawn-procedures.ts'

test('a glyph that its font draws head down is turned before it is compared', () => {
  const path = [0, 100, 700, 1, 300, 650]
  const procedure = { fnArray: [OPS.constructPath], argsArray: [[OPS.fill, [path]]] }
  const points = (up: 1 | -1) => outlineDrawn(procedure, up)?.commands.map(({ args }) => args)
  expect(points(1)).toEqual([
    [100, 700],
    [300, 650],
  ])
  expect(points(-1)).toEqual([
    [100, -700],
    [300, -650],
  ])
})
