import { type Batch, market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago } from '../../parts/ago.tsx'
import { DropZone } from '../../parts/drop-zone.tsx'
import { Money } from '../../parts/money.tsx'
import { Empty, Failure } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type Pages, usePages } from '../../state/pages.ts'
import { t, whole } from '../../texts/texts.ts'
import { BatchForm } from './batch-form.tsx'
import { BatchState } from './batch-state.tsx'
import { FileFault, type PromptFile, readPromptFile } from './read-file.ts'
import './batches.css'

const COLUMNS: readonly Column<Batch>[] = [
  { head: t.batches.name, cell: ({ name }) => name },
  { head: t.columns.state, cell: ({ state }) => <BatchState state={state} /> },
  { head: t.columns.model, cell: ({ model }) => model, rank: 2 },
  { head: t.batches.done, cell: doneText, end: true },
  { head: t.batches.failed, cell: ({ failed }) => (failed > 0 ? whole(failed) : ''), end: true, rank: 3 },
  { head: t.columns.credits, cell: ({ credits_used }) => <Money nano={credits_used} bare />, end: true, rank: 2 },
  { head: t.columns.made, cell: ({ created_at }) => <Ago at={created_at} />, end: true, rank: 2 },
]

function doneText({ completed, failed, lines }: Batch): string {
  return `${whole(completed + failed)} / ${whole(lines)}`
}

/** Files of prompts, run by the server while nobody watches. */
export function Batches() {
  const [file, setFile] = useState<PromptFile>()
  const [fault, setFault] = useState<string>()
  const pages = usePages(load, [], { on: 'jobs' })
  const take = async (dropped: File) => {
    setFault(undefined)
    try {
      setFile(await readPromptFile(dropped))
    } catch (error) {
      setFault(error instanceof FileFault ? error.message : t.batches.unreadable)
    }
  }
  return (
    <Page title={t.places.batches}>
      {file ? (
        <Panel title={t.batches.begin}>
          <BatchForm file={file} onLeave={() => setFile(undefined)} />
        </Panel>
      ) : (
        <DropZone
          text={t.batches.drop}
          choose={t.batches.choose}
          label={t.batches.file}
          hint={t.batches.dropHint}
          accept=".csv,.jsonl,.ndjson,.json,text/csv,application/jsonl"
          onFiles={([dropped]) => dropped && take(dropped)}
        />
      )}
      {fault ? (
        <p class="field-error" role="alert">
          {fault}
        </p>
      ) : null}
      <List pages={pages} />
    </Page>
  )
}

async function load(offset: number, limit: number) {
  const { batches, total } = await api.call(market.listBatches, { query: { offset, limit } })
  return { rows: batches, total }
}

function List({ pages: { total, error, row, onSeen, reload } }: { pages: Pages<Batch> }) {
  return (
    <section class="panel flush" aria-label={t.places.batches} aria-busy={total === undefined && error === undefined}>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {total === 0 ? <Empty title={t.batches.none}>{t.batches.noneWhy}</Empty> : null}
      {total ? (
        <Table
          label={t.places.batches}
          columns={COLUMNS}
          count={total}
          row={row}
          keyOf={({ batch_id }) => batch_id}
          href={({ batch_id }) => `/app/batches/${batch_id}`}
          onSeen={onSeen}
        />
      ) : null}
    </section>
  )
}
