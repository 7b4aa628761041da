import type { DisputedJob } from '@mkt/schemas'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { type Column, ShortTable } from '../../parts/table.tsx'
import { VerdictChip } from '../../parts/verdict.tsx'
import { counted, fill, t, whole } from '../../texts/texts.ts'

type Read = NonNullable<DisputedJob['reading']>
type Finding = Read['findings'][number]

/** What levels of a check mean, from the best on; higher ones than these read as the last. */
const LEVELS: readonly (readonly [tone: Tone, text: string])[] = [
  ['good', t.reading.usual],
  ['plain', t.reading.odd],
  ['warn', t.reading.unlikely],
  ['bad', t.reading.unlike],
]

function LevelChip({ level }: { level: number }) {
  const [tone, text] = LEVELS[Math.min(level, LEVELS.length - 1)] as (typeof LEVELS)[number]
  return <Chip tone={tone}>{text}</Chip>
}

const textOf = <T extends object>(texts: T, name: string) => texts[name as keyof T] ?? name.replaceAll('_', ' ')

function columnsOf(odd: readonly string[]): readonly Column<Finding>[] {
  const names = odd.map((one) => textOf(t.verification.odd, one)).join(', ')
  return [
    { head: t.verification.test, cell: ({ kind }) => textOf(t.verification.tests, kind) },
    {
      head: t.verification.found,
      cell: ({ kind, value }) => (kind === 'plausibility' ? names || t.verification.nothingOdd : value.toFixed(2)),
      end: true,
    },
    { head: t.reading.level, cell: ({ level }) => <LevelChip level={level} /> },
  ]
}

/** How likely a trusted host found a disputed text, for whoever decides; nobody's verdict rests on it. */
export function Reading({ reading }: { reading: DisputedJob['reading'] }) {
  return (
    <section class="stack tight" aria-label={t.reading.title}>
      <h3>{t.reading.title}</h3>
      {reading ? (
        <>
          <ShortTable
            label={t.reading.title}
            columns={columnsOf(reading.odd)}
            rows={reading.findings}
            keyOf={({ kind }) => kind}
          />
          <p class="soft small">{fill(t.reading.note, { tokens: counted(reading.tokens, t.count.tokens) })}</p>
        </>
      ) : (
        <p class="soft">{t.reading.none}</p>
      )}
    </section>
  )
}

/** What checks of the host that wrote it came to, for the job's model. */
export function HostChecks({ verification }: { verification: DisputedJob['verification'] }) {
  if (!verification) return <>{t.reading.unchecked}</>
  const { verdict, jobs } = verification
  return (
    <>
      <VerdictChip verdict={verdict} /> {fill(t.reading.jobs, { n: whole(jobs) })}
    </>
  )
}
