import { XMLParser } from 'fast-xml-parser'

/** An XML element: its children by local name, `#text` its own text, `@name` its attributes. */
export interface Element {
  readonly [name: string]: unknown
}

/** E-invoices have some 12 levels; what is deeper is no invoice. */
const DEEPEST = 40

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: DEEPEST,
})

/**
 * An XML text as elements by local name; undefined where it is not well-formed, too deep, or declares entities of its
 * own (which no e-invoice needs, and which is how a small file becomes a large one).
 */
export function parseXml(text: string): Element | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    const root: unknown = parser.parse(text.replace(/^\uFEFF/, ''))
    return isElement(root) ? root : undefined
  } catch {
    return undefined
  }
}

/** Every element at the end of a path of local names, in document order. */
export function elements(from: Element | undefined, ...path: string[]): Element[] {
  let here = from ? [from] : []
  for (const name of path) here = here.flatMap((element) => children(element, name))
  return here
}

/** The texts of the elements at the end of a path, folded; empty ones are left out. */
export function texts(from: Element | undefined, ...path: string[]): string[] {
  return elements(from, ...path)
    .map(ownText)
    .filter((text) => text !== '')
}

export function firstText(from: Element | undefined, ...path: string[]): string | undefined {
  return texts(from, ...path)[0]
}

/** The first number at the end of a path. XML Schema's decimals have a point and no grouping. */
export function firstNumber(from: Element | undefined, ...path: string[]): number | undefined {
  const text = firstText(from, ...path)
  return text !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined
}

/** The first date at the end of a path: YYYYMMDD (CII's format 102) or YYYY-MM-DD. */
export function firstDate(from: Element | undefined, ...path: string[]): string | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(firstText(from, ...path) ?? '')
  return match ? `${match[1]}-${match[2]}-${match[3]}` : undefined
}

function children(element: Element, name: string): Element[] {
  const found = element[name]
  if (found === undefined) return []
  return (Array.isArray(found) ? found : [found]).map((child) => (isElement(child) ? child : { '#text': child }))
}

function ownText(element: Element): string {
  const text = element['#text']
  return typeof text === 'string' || typeof text === 'number' ? String(text).replace(/\s+/g, ' ').trim() : ''
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
