import type { Flag } from '../model/findings.ts'
import type { FormValue } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { WITH_CENTS } from '../values/amount.ts'
import { showsOther } from '../values/shows-other.ts'
import { flag, type StructureRule } from './structure-rule.ts'

const fieldsOf = ({ pages }: Reading) =>
  pages.flatMap(({ page }) =>
    page.form.filter(({ kind }) => kind === 'text').map((field) => ({ field, page: page.number })),
  )

/** What templates have before anybody fills them in. */
const isNought = (value: string) => /\d/.test(value) && !/[1-9]/.test(value)

/** `form[0].page[0].salary[0]` is `salary` to XFA. */
const ownName = ({ name }: FormValue) => (name.split('.').at(-1) ?? '').replace(/\[\d+\]$/, '')

const short = (value = '') => value.slice(0, 60)

/** Fields whose value an XFA form has otherwise in its own data, which viewers that know XFA show. */
const xfaValues: StructureRule = (reading) => {
  const values = Map.groupBy(reading.source.xfaValues ?? [], ({ name }) => name)
  return fieldsOf(reading).flatMap(({ field, page }): Flag[] => {
    const own = (values.get(ownName(field)) ?? []).filter(({ value }) => !isNought(value))
    const isOther = field.value !== '' && own.length > 0 && own.every(({ value }) => showsOther(field.value, value))
    if (!isOther) return []
    return [
      flag({
        code: 'FIELD_SHOWS_OTHER',
        family: 'typography',
        severity: 'high',
        proof: true,
        message: `the form's own data (XFA) say "${short(own[0]?.value)}" where its field says "${short(field.value)}"`,
        evidence: [{ page, bbox: field.box }],
      }),
    ]
  })
}

/** Five digits and more, or cents: years, counts and switches are shorter. */
const isFigure = (text: string) => /[1-9]/.test(text) && (WITH_CENTS.test(text) || text.replace(/\D/g, '').length > 4)

/** Figures that a script puts into fields when the file is opened, and that no field has yet. */
const scriptedValues: StructureRule = (reading) => {
  const fields = fieldsOf(reading)
  const set = (reading.source.scripted ?? []).filter(
    (text) => isFigure(text) && !fields.some(({ field }) => field.value === text),
  )
  if (set.length === 0 || fields.length === 0) return []
  const said = set.slice(0, 6).join('", "')
  return [
    flag({
      code: 'SCRIPT_SETS_VALUE',
      severity: 'medium',
      proof: true,
      message: `a script puts "${said}" into a field when the file is opened`,
    }),
  ]
}

/** A portfolio of PDFs: viewers open one of those that it carries, and not the pages that were read. */
const portfolio: StructureRule = ({ source }) => {
  const papers = source.attachments.filter(({ name }) => /\.pdf$/i.test(name))
  if (!source.collection || papers.length === 0) return []
  const names = papers.slice(0, 3).map(({ name }) => name)
  return [
    flag({
      code: 'PORTFOLIO',
      severity: 'medium',
      proof: true,
      message: `is a portfolio: viewers open "${names.join('", "')}", which were not read, and not its own pages`,
    }),
  ]
}

/** What a viewer shows, and the pages do not say. */
export const VALUES_ELSEWHERE: readonly StructureRule[] = [xfaValues, scriptedValues, portfolio]
