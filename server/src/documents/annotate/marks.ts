import type { Color } from '@cantoo/pdf-lib'
import type { Box } from '../model/box.ts'
import type { Flag } from '../model/findings.ts'
import { confidenceColor, ROW, SEVERITY_COLOR, UNREAD } from './palette.ts'
import type { PageFrame, ReportPart } from './report-facts.ts'
import { fieldTitle } from './wording.ts'

/** A box on a page with what is written at it. */
export interface Mark {
  kind: 'field' | 'row' | 'flag' | 'unread'
  page: number
  box: Box
  color: Color
  label: string
}

/** Everything that the report points at: each field, each row of a table, each place of a flag. */
export function marksOf(parts: ReportPart[], flags: Flag[]): Mark[] {
  return [...parts.flatMap(fieldMarks), ...parts.flatMap(rowMarks), ...flagMarks(flags)]
}

/** Amounts of a page that a person sees and that no field and no row holds, so that a gap is seen. */
export function unreadMarks({ number, unread }: PageFrame): Mark[] {
  return unread.map((box) => ({ kind: 'unread', page: number, box, color: UNREAD, label: '' }))
}

function fieldMarks({ fields }: ReportPart): Mark[] {
  return Object.entries(fields).map(([name, { page, box, confidence }]) => ({
    kind: 'field',
    page,
    box,
    color: confidenceColor(confidence),
    label: fieldTitle(name),
  }))
}

// One label a table and page: a label at each row would hide the rows.
function rowMarks({ tables }: ReportPart): Mark[] {
  return tables.flatMap(({ name, rows }) =>
    rows.map(({ page, box }, index) => ({
      kind: 'row',
      page,
      box,
      color: ROW,
      label: rows[index - 1]?.page === page ? '' : fieldTitle(name),
    })),
  )
}

function flagMarks(flags: Flag[]): Mark[] {
  return flags.flatMap(({ severity, evidence }, index) =>
    evidence.map(({ page, bbox }) => ({
      kind: 'flag',
      page,
      box: bbox,
      color: SEVERITY_COLOR[severity],
      label: `! ${index + 1}`,
    })),
  )
}
