import type { Analysis } from '@mkt/schemas'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { humanName, RISK_TONES } from '../../parts/document-kinds.ts'
import { Panel } from '../../parts/panel.tsx'
import { sentence } from '../../state/explain.ts'
import { fill, t } from '../../texts/texts.ts'
import { type Lighting, Row } from './row.tsx'

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

interface PartsProps extends Pick<Analysis, 'documents'> {
  /** The one whose values are shown, from 1. */
  chosen: number
  onChoose: (slip: number) => void
}

/**
 * The documents of a packet, each with the risk that is its own, to choose whose values are shown; nothing where the
 * file is one document.
 */
export function Parts({ documents = [], chosen, onChoose }: PartsProps) {
  if (documents.length < 2) return null
  return (
    <Panel title={fill(t.document.parts, { n: documents.length })} flush>
      <ol class="found parts">
        {documents.map(({ type, pages, risk_assessment: { risk_level, risk_score } }, index) => (
          <li key={index}>
            <button
              type="button"
              class="found-row"
              aria-pressed={index + 1 === chosen}
              onClick={() => onChoose(index + 1)}
            >
              <span class="found-value">
                {humanName(type)}{' '}
                <span class="soft">
                  {fill(pages.length === 1 ? t.document.onPage : t.document.onPages, { pages: pages.join(', ') })}
                </span>
              </span>
              <Chip tone={RISK_TONES[risk_level]}>
                {fill(t.document.riskOf, { level: t.riskLevels[risk_level], n: risk_score })}
              </Chip>
            </button>
          </li>
        ))}
      </ol>
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
