import { type Analysis, DOUBTFUL, type FieldEntry } from '@mkt/schemas'
import { useEffect, useRef } from 'preact/hooks'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { humanName } from '../../parts/document-kinds.ts'
import { Panel } from '../../parts/panel.tsx'
import { sentence } from '../../state/explain.ts'
import { fill, t } from '../../texts/texts.ts'

interface Lighting {
  lit: string | undefined
  onLit: (key: string | undefined) => void
}

/** What was read: each field lights up its place on the page, and the other way round. */
export function Fields({ fields, lit, onLit }: { fields: Record<string, FieldEntry> } & Lighting) {
  return (
    <Panel title={t.document.fields} flush>
      <ul class="found">
        {Object.entries(fields).map(([name, entry]) => (
          <Row key={name} id={`field ${name}`} lit={lit} onLit={onLit}>
            <span class="found-name">{humanName(name)}</span>
            <span class="found-value">{valueText(entry)}</span>
            <Confidence of={entry.confidence} />
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

function valueText({ value }: FieldEntry): string {
  return typeof value === 'number' ? amounts.format(value) : String(value)
}

function Confidence({ of }: { of: number }) {
  const percent = Math.floor(of * 100)
  return (
    <span class={of < DOUBTFUL ? 'confidence doubt' : 'confidence'} title={t.document.confidence}>
      {percent} %
    </span>
  )
}

interface RowProps extends Lighting {
  id: string
  children: preact.ComponentChildren
}

function Row({ id, lit, onLit, children }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isLit = lit === id
  useEffect(() => {
    if (isLit && !row.current?.matches(':hover, :focus-within')) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isLit])
  const light = () => {
    onLit(id)
    document.querySelector(`[data-key="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <li ref={row} class={isLit ? 'lit' : undefined}>
      <button
        type="button"
        onPointerEnter={() => onLit(id)}
        onPointerLeave={() => onLit(undefined)}
        onFocus={light}
        onBlur={() => onLit(undefined)}
        onClick={light}
      >
        {children}
      </button>
    </li>
  )
}

type Flag = Analysis['risk_assessment']['flags'][number]

const TONES: Record<Flag['severity'], Tone> = {
  info: 'plain',
  low: 'plain',
  medium: 'warn',
  high: 'bad',
  critical: 'bad',
}

/** What speaks against the document, gravest first. */
export function Flags({ flags, lit, onLit }: { flags: readonly Flag[] } & Lighting) {
  return (
    <Panel title={t.document.flags} flush>
      {flags.length === 0 ? (
        <p class="found-none">{t.document.noFlags}</p>
      ) : (
        <ul class="found flags">
          {flags.map((flag, index) => (
            <Row key={`${flag.code} ${index}`} id={`flag ${index}`} lit={lit} onLit={onLit}>
              <Chip tone={TONES[flag.severity]}>{t.severities[flag.severity]}</Chip>
              <span class="found-value">{sentence(flag.message)}</span>
            </Row>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Tables as they stand on the document. */
export function Tables({ tables }: { tables: Analysis['extraction']['tables'] }) {
  return (
    <>
      {tables.map((table, index) => (
        <Panel key={`${table.name} ${index}`} title={fill(t.document.table, { name: humanName(table.name) })} flush>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
          <section class="table-frame" tabIndex={0} aria-label={humanName(table.name)}>
            <table class="table">
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column} scope="col">
                      {humanName(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row, place) => (
                  <tr key={place}>
                    {table.columns.map((column) => (
                      <td key={column} class={typeof row[column] === 'number' ? 'end' : undefined}>
                        {row[column] ?? ''}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </Panel>
      ))}
    </>
  )
}
