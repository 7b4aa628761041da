import { fill, t } from '../../texts/texts.ts'

/** In this order: most browsers say the names of others too. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** `Firefox on Linux`; what calls itself nothing known is shown as it does. */
export function browserName(agent: string): string {
  const [browser] = BROWSERS.find(([, sign]) => sign.test(agent)) ?? []
  const [system] = SYSTEMS.find(([, sign]) => sign.test(agent)) ?? []
  if (browser && system) return fill(t.sessions.browser, { browser, system })
  return agent.slice(0, 60) || t.sessions.unknown
}
