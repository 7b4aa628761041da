/** Places by model: see line-scripts.ts, which this mirrors. */
export type Places = Map<string, Set<string>>

export interface Servers {
  alive: (server: string) => boolean
  listens: (server: string, channel: string) => boolean
  /** False where nobody heard it. */
  send: (server: string, channel: string, text: string) => boolean
  forget: (server: string) => void
}

const CHANNEL = 'to:'
const PLACE = /\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)$/

/** Takes the best place that fits, tells its server, and answers both; null where nobody stands there. */
export function handPoll(args: readonly string[], lines: Places, servers: Servers): [string, string, string] | null {
  const [own = '', model = '', , , , , , , , warm = '', message = '', ...before] = args
  const line = lines.get(model) ?? new Set()
  const [tried, gone] = [new Set(before), new Set<string>()]
  let late: { place: string; server: string; poll: string; host: string } | undefined
  const hand = (server: string, poll: string): 'handed' | 'gone' | 'paused' => {
    if (server === own) return 'handed'
    if (gone.has(server)) return 'gone'
    if (servers.alive(server)) {
      if (servers.send(server, CHANNEL, `${poll}|${message}`)) return 'handed'
    } else if (servers.listens(server, CHANNEL)) return 'paused'
    gone.add(server)
    servers.forget(server)
    return 'gone'
  }
  const first = warmest([...line].sort(), args, { tried, warm })
  if (first && hand(first.server, first.poll) === 'handed') {
    line.delete(first.place)
    return [first.server, first.poll, first.host]
  }
  for (const place of [...line].sort()) {
    const [, server = '', poll = '', ...terms] = PLACE.exec(place) ?? []
    const [host = ''] = terms
    if (!gone.has(server) && (!fits(place, terms, args) || tried.has(`${server}|${poll}`) || tried.has(host))) continue
    const outcome = hand(server, poll)
    if (outcome === 'paused') late ??= { place, server, poll, host }
    else line.delete(place)
    if (outcome === 'handed') return [server, poll, host]
  }
  if (!late || !servers.send(late.server, CHANNEL, `${late.poll}|${message}`)) return null
  line.delete(late.place)
  return [late.server, late.poll, late.host]
}

/** The first warm one that is as sound as the best that fits, and at most a tenth dearer. */
function warmest(
  line: string[],
  args: readonly string[],
  { tried, warm }: { tried: ReadonlySet<string>; warm: string },
) {
  let best: { sound: string | undefined; most: number } | undefined
  for (const place of warm === '' ? [] : line) {
    const [, server = '', poll = '', ...terms] = PLACE.exec(place) ?? []
    const [host = ''] = terms
    if (!fits(place, terms, args) || tried.has(`${server}|${poll}`) || tried.has(host)) continue
    const [, sound, asked = '0'] = /^(\d\.\d)\.(\d+)/.exec(place) ?? []
    best ??= { sound, most: Number(asked) * 1.1 }
    if (sound !== best.sound || Number(asked) > best.most) return undefined
    if (warm.includes(` ${host} `)) return { place, server, poll, host }
  }
  return undefined
}

function fits(place: string, [host = '', most, price = '', able]: string[], args: readonly string[]): boolean {
  const [, , max, cap = '', needs, target, only = '', never = '', inputCap = ''] = args
  if ((/^[^|]*\.i(\d+)\|/.exec(place)?.[1] ?? '') > inputCap) return false
  if (Number(most) < Number(max) || price > cap || (Number(able) & Number(needs)) !== Number(needs)) return false
  if (target !== '' && host !== target) return false
  return (only === '' || only.includes(` ${host} `)) && !never.includes(` ${host} `)
}
