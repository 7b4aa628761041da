import { parseAst } from 'vitest/node'

/** A text in a source file that has the words of a sentence. */
export interface Sentence {
  where: string
  text: string
}

/** As many words, and a text is taken for a sentence that a person reads. */
const SENTENCE_WORDS = 4

/** What says a text to a person: errors that are made, lines that are written, entries of a log. */
const SAYING = /^(\w*Error|Failure|tell\w*|print\w*|write|log|debug|info|warn|error|fail|ok|confirm|line)$/

interface Node {
  type: string
  start: number
  [member: string]: unknown
}

/**
 * The sentences of a program's source, as `path:line`. In a file that declares something (commands with their help,
 * settings) only what it throws or says counts.
 */
export function sentencesIn(path: string, source: string, declares = false): Sentence[] {
  const found: Sentence[] = []
  const visit = (node: Node, said: boolean): void => {
    const text = said ? textOf(node) : undefined
    if (text !== undefined && isSentence(text))
      found.push({ where: `${path}:${source.slice(0, node.start).split('\n').length}`, text })
    const says = said || SAYING.test(calleeOf(node))
    // What a call is made on may be a chain of declarations.
    for (const [member, value] of Object.entries(node))
      for (const child of [value].flat()) if (isNode(child)) visit(child, member === 'callee' ? said : says)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, !declares)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** `tell` of `tell(...)` and of `io.tell(...)`; empty for what calls nothing. */
function calleeOf({ type, callee }: Node): string {
  if (type !== 'CallExpression' && type !== 'NewExpression') return ''
  const { name, property } = callee as { name?: string; property?: { name?: string } }
  return property?.name ?? name ?? ''
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral') return undefined
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('0')
}

function isSentence(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /^[("'`]*[a-z][a-z'-]*[.,;:?!)"'`]*$/i.test(word))
  return words.length >= SENTENCE_WORDS
}
