import { height, width } from '../model/box.ts'
import { shownIn } from '../model/field-shown.ts'
import type { Flag } from '../model/findings.ts'
import type { FormValue, Page } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { showsOther } from '../values/shows-other.ts'

/** A field of less than so many points across is there for programs alone. */
const LEAST_SIDE = 2

/** Form fields that show another value than they have, or none: programs take the one, people the other. */
export function findFieldValues({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page }) => {
    const visible = page.words.filter(({ visibility }) => visibility === 'shown')
    const words = visible.filter(({ origin }) => origin === 'form')
    const filled = page.form.filter(({ kind, value }) => kind === 'text' && value !== '')
    const shown = filled.map((field) => shownIn(field, words))
    // Programs that fill in values alone leave the looks of all fields empty.
    const areDrawn = shown.some((text) => text !== '')
    return filled.flatMap((field, at) => {
      const text = shown[at] as string
      if (showsOther(field.value, text)) return [flag(page, field, text)]
      const isEmpty = areDrawn && text === '' && hidesFigure(field) && shownIn(field, visible) === ''
      return isEmpty ? [{ ...flag(page, field, ''), severity: 'medium' as const, proof: false }] : []
    })
  })
}

/** Nought is often shown as nothing. */
const hidesFigure = ({ value, drawn, box }: FormValue) =>
  drawn && /[1-9]/.test(value) && Math.min(width(box), height(box)) > LEAST_SIDE

function flag({ number }: Page, { value, box }: FormValue, shown: string): Flag {
  const said = shown === '' ? 'nothing' : `"${shown.slice(0, 60)}"`
  return {
    code: 'FIELD_SHOWS_OTHER',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `a form field shows ${said} and has the value "${value.slice(0, 60)}"`,
    fields: [],
    evidence: [{ page: number, bbox: box }],
  }
}
