import { holds } from '../model/box.ts'
import type { Flag } from '../model/findings.ts'
import type { FormValue, Page, Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'
import { inCommon } from '../values/in-common.ts'

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const figures = (text: string) => [...text.replace(/\D/g, '')]

/** No form has more fields on a page; each is held against all words of the page's fields. */
const MOST_FIELDS = 2000

/** Form fields that show another value than they have: programs take the one, people the other. */
export function findFieldValues({ pages }: Reading): Flag[] {
  return pages.flatMap(({ page }) => {
    const words = page.words.filter(({ origin, visibility }) => origin === 'form' && visibility === 'shown')
    return page.form.slice(0, MOST_FIELDS).flatMap((field) => {
      const shown = field.kind === 'text' && field.value !== '' ? shownIn(field, words) : ''
      return isOther(field.value, shown) ? [flag(page, field, shown)] : []
    })
  })
}

const shownIn = ({ box }: FormValue, words: readonly Word[]) =>
  words
    .filter(({ box: its }) => holds(box, its, 1))
    .toSorted((a, b) => a.box[0] - b.box[0])
    .map(({ text }) => text)
    .join(' ')

/** Words of which so little is alike are others: fields cut long ones, and lack letters that their font has not. */
const ALIKE = 0.5

/** As many figures, and other ones: formats add and leave out some, and days are written the other way round. */
function isOther(value: string, shown: string): boolean {
  const [had, seen] = [figures(value), figures(shown)]
  if (seen.length > 0) return had.length === seen.length && had.toSorted().join('') !== seen.toSorted().join('')
  const [long, short] = [plain(value), plain(shown)]
  return had.length === 0 && short.length > 2 && inCommon(long, short) < ALIKE * Math.min(long.length, short.length)
}

function flag({ number }: Page, { value, box }: FormValue, shown: string): Flag {
  return {
    code: 'FIELD_SHOWS_OTHER',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `a form field shows "${shown.slice(0, 60)}" and has the value "${value.slice(0, 60)}"`,
    fields: [],
    evidence: [{ page: number, bbox: box }],
  }
}
