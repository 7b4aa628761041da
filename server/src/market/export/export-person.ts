import { writeJson } from '@mkt/schemas'
import type { User } from '../../accounts/authenticate.ts'
import { isoTime } from '../../base/clock.ts'
import type { Market } from '../deps.ts'
import { marketSections, type Section, WithText } from './sections.ts'

/** What another service holds of a person, by the names of the export. */
export type HeldElsewhere = (userId: string) => Record<string, Section>

/**
 * All that is held about a person as one JSON object, text by text as it is read: amounts in credits, columns named
 * `_nano` too, times ISO 8601 or, in rows as they are stored, epoch milliseconds. Each part
 * is of the moment in which it is read.
 */
export async function* exportPerson(
  { database, clock }: Pick<Market, 'database' | 'clock'>,
  { user_id, username, email, role, total_jobs, created_at }: User,
  elsewhere: HeldElsewhere,
): AsyncGenerator<string> {
  const account = { user_id, username, email, role, total_jobs, created_at: isoTime(created_at) }
  yield `{"exported_at":${JSON.stringify(isoTime(clock.now()))},\n"account":${writeJson(account)}`
  for (const [name, section] of Object.entries({ ...marketSections(database, user_id), ...elsewhere(user_id) })) {
    yield `,\n${JSON.stringify(name)}:[`
    let before = '\n'
    for await (const item of section) {
      yield before
      yield* written(item)
      before = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

async function* written(item: object): AsyncGenerator<string> {
  if (!(item instanceof WithText)) return yield writeJson(item)
  yield `${writeJson(item.members).slice(0, -1)},${JSON.stringify(item.name)}:"`
  // Halves of a character at the end of one part and the beginning of the next are escaped, and read as one again.
  for await (const part of item.parts) yield JSON.stringify(part).slice(1, -1)
  yield '"}'
}
