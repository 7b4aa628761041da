import { type Analysis, DOUBTFUL } from '@mkt/schemas'
import { partsOf } from './part.ts'

/** A place on a page that stands for a field or a flag; `key` ties it to its row. */
export interface Mark {
  id: string
  key: string
  page: number
  bbox: readonly [x0: number, y0: number, x1: number, y1: number]
  tone: 'field' | 'doubt' | 'flag'
}

interface Evidence {
  page: number
  bbox: number[]
}

/** All places of an analysis: of one slip's fields, and of its flags. */
export function marksOf(analysis: Analysis, slip = 1): Mark[] {
  const fields = Object.entries(partsOf(analysis)[slip - 1]?.fields ?? {}).flatMap(
    ([name, { evidence, confidence }]) =>
      evidence ? [markOf(`field ${name}`, 0, evidence, confidence < DOUBTFUL ? 'doubt' : 'field')] : [],
  )
  const flags = analysis.risk_assessment.flags.flatMap(({ evidence }, flag) =>
    evidence.map((place, index) => markOf(`flag ${flag}`, index, place, 'flag')),
  )
  return [...flags, ...fields]
}

function markOf(key: string, index: number, { page, bbox }: Evidence, tone: Mark['tone']): Mark {
  return { id: `${key} ${index}`, key, page, bbox: bbox as unknown as Mark['bbox'], tone }
}
