import { line } from './text.ts'

/**
 * What nobody sees or can type: control and format characters (zero-width, bidirectional), unassigned and private
 * ones, variation selectors and fillers, separators of lines; and the blank of Braille, which is a symbol by its class.
 */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
const OTHER = '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}]'
/** One word of letters of scripts that have letters alike, as nobody writes who does not want it taken for another. */
const MIXED = new RegExp(`\\p{Script=Latin}(?=${OTHER})|${OTHER}(?=\\p{Script=Latin})`, 'u')
/** Letters of those that have a Latin one alike, small and capital. */
const ALIKE = '[аеорсхуѕіјһԁԛԝАВЕКМНОРСТХЅІЈορνΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսո]'
/** A word of nothing but such, be it one letter behind a figure: beside Latin letters it passes for them. */
const DISGUISED = new RegExp(`(?<!${OTHER})${ALIKE}+(?!${OTHER})`, 'u')
/** `line` refuses these already. */
const CONTROL = /\p{Cc}|\p{Cs}/u
/** Names of models nearly always are: nothing of ASCII that is printed is unseen or has another form. */
const PLAIN = /^[ -~]*$/

/**
 * What is wrong with a model's name, or undefined: two names that look alike must be one name, or a host could sell
 * under another's. So it is printable, and in the normal form in which full-width letters and ligatures are plain ones.
 */
export function modelNameFault(name: string): string | undefined {
  if (PLAIN.test(name)) return name === name.trim() ? undefined : 'must not begin or end with a space'
  const characters = [...name]
  const at = characters.findIndex((character) => UNSEEN.test(character))
  if (at >= 0) {
    const unseen = characters[at] as string
    if (CONTROL.test(unseen)) return undefined
    return `must not contain ${pointOf(unseen)} (character ${at + 1}), which cannot be seen`
  }
  const mixed = MIXED.exec(name)
  if (mixed) return `must not have letters of another script within a word: ${pointOf(name[mixed.index + 1] as string)}`
  const disguised = /\p{Script=Latin}/u.test(name) ? DISGUISED.exec(name)?.[0] : undefined
  if (disguised) return `must not have ${pointOf(disguised)}, which looks like a Latin letter, beside Latin ones`
  const normal = name.normalize('NFKC')
  if (normal === name) return undefined
  const place = characters.findIndex((_, last) => !isNormal(characters.slice(0, last + 1).join('')))
  const which = `${pointOf(characters[place] as string)} (character ${place + 1})`
  const would = `the name would be ${JSON.stringify(normal)}`
  return `must be written plainly (Unicode's form NFKC): ${which} is not; ${would}`
}

const isNormal = (text: string) => text.normalize('NFKC') === text
const pointOf = (character: string) =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** A model's name as hosts announce it and buyers ask for it. */
export const modelName = line(200)
  .superRefine((name, context) => {
    const message = modelNameFault(name)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({ example: 'llama-3.1-8b-instruct' })
