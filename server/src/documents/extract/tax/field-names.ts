import type { FormValue } from '../../model/page.ts'
import type { BoxSpec } from './form-spec.ts'
import { tokensOf } from './slip-view.ts'

/**
 * Whether a form field is this box by its name or by its description. CRA forms name their fields
 * `form1[0].Page1[0].Slip1[0].Box14[0].Slip1Box14[0]`, T4A ones `Line16`, Revenu Quebec's `caseA`; the codes and
 * amounts under OtherInformation are called Box1 to Box6 although they are no boxes of that number.
 */
export function namesBox({ name, label }: FormValue, { id, names, captions, kind }: BoxSpec, counted = false): boolean {
  const path = pathOf(name)
  const last = path.at(-1) ?? ''
  if (path.some((part) => /^other_?info/i.test(part))) return false
  if (id && !counted && isNumbered(last, id)) return true
  if (names.some((pattern) => pattern.test(last))) return true
  if (kind === 'decoy') return false
  const words = [tokensOf(label).join(' '), tokensOf(spoken(last)).join(' ')]
  return captions.some((caption) => {
    const tokens = tokensOf(caption)
    return tokens.length > 1 && words.some((text) => ` ${text} `.includes(` ${tokens.join(' ')} `))
  })
}

/** So few fields are no count. */
const FEWEST_COUNTED = 4
const NUMBERED = /^(?:t4a?_?)?(?:box|case|line|ligne|b)_?0*(\d+)$/i

/**
 * Whether numbers in the names of a form's fields count the fields: they start at nought, which is no box, or run on
 * without a gap while captions at those fields are of other boxes, as `isOther` says of a field and its number.
 */
export function countsFields(
  fields: readonly FormValue[],
  isOther: (field: FormValue, id: string) => boolean,
): boolean {
  const numbered = fields.flatMap((field) => {
    const number = NUMBERED.exec(pathOf(field.name).at(-1) ?? '')?.[1]
    return number === undefined ? [] : [{ field, number: Number(number) }]
  })
  const numbers = [...new Set(numbered.map(({ number }) => number))].sort((a, b) => a - b)
  const isRun =
    numbers.length >= FEWEST_COUNTED &&
    (numbers[0] ?? 2) <= 1 &&
    numbers.at(-1) === numbers.length - 1 + (numbers[0] ?? 0)
  if (!isRun) return false
  const others = numbered.filter(({ field, number }) => isOther(field, String(number)))
  return numbers[0] === 0 || 2 * others.length > numbered.length
}

/** The parts of a field's full name, without the indexes and the slip's own prefix. */
export function pathOf(name: string): string[] {
  return name
    .replace(/\[\d+\]/g, '')
    .split('.')
    .map((part) => part.replace(/^(?:slip|copy)_?\d+_?(?=[A-Za-z])/i, ''))
    .filter((part) => /[A-Za-z]/.test(part))
}

function isNumbered(part: string, id: string): boolean {
  return new RegExp(`^(?:t4a?_?)?(?:box|case|line|ligne|b)_?0*${id}(?:_.*)?$`, 'i').test(part)
}

const spoken = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
