import english from './en.json' with { type: 'json' }

/** Every text of the pages, in the language of the person. Names in braces are filled in by `fill`. */
export const t = english

/** `fill('{n} jobs', { n: 3 })` */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all))
}

/** The text for one or for several, its `{n}` filled in: `counted(2, ['{n} job', '{n} jobs'])`. */
export function counted(n: number, forms: readonly string[]): string {
  return fill(forms[n === 1 ? 0 : 1] ?? '', { n: whole(n) })
}

/** `12,345`; by hand, since the browser's own formats take it long to load (parts/moments.ts). */
export function whole(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',')
}
