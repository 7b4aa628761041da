import { shownIn } from '../../model/field-shown.ts'
import type { FormValue, Word } from '../../model/page.ts'
import { showsOther } from '../../values/shows-other.ts'

/**
 * What a reader sees as a field's value, of the visible words of its page: the value that it has, unless the file draws
 * the field and shows another one, or none. Pure.
 */
export function valueSeen(field: FormValue, words: readonly Word[]): string {
  if (!field.drawn) return field.value
  const own = shownIn(
    field,
    words.filter(({ origin }) => origin === 'form'),
  )
  // A field that draws nothing may lie over print of its value.
  const shown = own || shownIn(field, words)
  if (field.value === '') return own
  return shown === '' || showsOther(field.value, shown) ? own : field.value
}
