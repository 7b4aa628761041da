export const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** An element with its attributes, `"` allowed in none of them, and what is in it. */
export function element(name: string, attributes: Record<string, string | number>, ...content: string[]): string {
  const told = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${told.join('')}>${content.join('')}</${name}>`
}
