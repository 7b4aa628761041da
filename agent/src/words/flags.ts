import { flagOf, SETTINGS } from '../settings.ts'

/** Members of a host at the server that are given by a setting of another name. */
const SETTING_OF: ReadonlyMap<string, string> = new Map([
  ['models', 'model'],
  ['price_per_token', 'price'],
  ['model_max_tokens', 'max_tokens'],
  ['destination', 'to'],
])

/** The flags of commands that are no settings. */
const OTHERS = ['amount', 'to']

/** How the owner gave a member of a request that the server finds fault with; its own name where no flag is for it. */
export function flagFor(path: string): string {
  const [member = path] = path.replace(/^(body|query)\./, '').split('.')
  const key = SETTING_OF.get(member) ?? member
  return OTHERS.includes(key) || SETTINGS.some((setting) => setting.key === key) ? flagOf(key) : member
}
