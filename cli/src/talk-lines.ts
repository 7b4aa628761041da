import { wrapWords } from '@mkt/schemas/process/wrap-words'
import { displayWidth } from './display-width.ts'

/** What a person copies: a command in backquotes, or one that ends the line. */
const COMMANDS = /`[^`]*`|(?<=: +)mkt(?:-server|-agent)? .*$/g
/** Stands for a space that no line may end at; none comes in, as talk is made safe for a terminal before. */
const KEPT = '\u0000'

/** A line of talk in lines of at most `width` columns, indented as it is; a command in it is not broken. */
export function talkLines(line: string, width: number | undefined): string[] {
  if (width === undefined || displayWidth(line) <= width) return [line]
  const [indent = ''] = /^ */.exec(line) ?? []
  const text = line.slice(indent.length).replace(COMMANDS, (command) => command.replaceAll(' ', KEPT))
  const measure = (part: string) => displayWidth(part.replaceAll(KEPT, ' '))
  return wrapWords(text, width - indent.length, measure).map((part) => indent + part.replaceAll(KEPT, ' '))
}
