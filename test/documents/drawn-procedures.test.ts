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

/** The outline of one figure of a face, as the operators of a Type 3 glyph that begin with others. */
function procedureOf(path: number[], fn: number, ...before: [number, unknown][]) {
  return {
    fnArray: [...before.map(([name]) => name), OPS.constructPath],
    argsArray: [...before.map(([, args]) => args), [fn, [path]]],
  }
}

test('a glyph that is moved first is compared where it stands', () => {
  const path = [0, 100, 700, 1, 300, 650]
  const points = (...before: [number, unknown][]) =>
    outlineDrawn(procedureOf(path, OPS.fill, ...before), 1)?.commands.map(({ args }) => args)
  expect(points([OPS.transform, [1, 0, 0, 1, 0, 0]])).toEqual(points())
  expect(points([OPS.transform, [2, 0, 0, 1, 10, 0]])).toEqual([
    [210, 700],
    [610, 650],
  ])
  expect(points([OPS.save, null], [OPS.transform, [2, 0, 0, 1, 10, 0]], [OPS.restore, null])).toEqual(points())
})

test('a glyph that is drawn with a pen, or through a clip, is not taken for a blank one', () => {
  const path = [0, 100, 700, 1, 300, 650]
  expect(outlineDrawn(procedureOf(path, OPS.stroke), 1)?.commands).toHaveLength(4)
  expect(outlineDrawn(procedureOf(path, OPS.fill, [OPS.clip, null]), 1)?.commands).toHaveLength(2)
  expect(outlineDrawn(procedureOf(path, OPS.fill, [OPS.showText, null]), 1)).toBeUndefined()
  expect(outlineDrawn(procedureOf(path, OPS.fillStroke), 1)?.commands).toHaveLength(2)
})
