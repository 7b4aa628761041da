import { type Batch, market } from '@mkt/schemas'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { Ago, Moment } from '../../parts/ago.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Money } from '../../parts/money.tsx'
import { Loaded } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Facts, Figures, Panel } from '../../parts/panel.tsx'
import { type Live, useLive } from '../../state/live.ts'
import { toast } from '../../state/toasts.ts'
import { counted, fill, t, whole } from '../../texts/texts.ts'
import { BatchState } from './batch-state.tsx'
import './batches.css'

const EVERY_MS = 2000

const isOver = ({ state }: Batch) => state === 'completed' || state === 'cancelled'

/** One batch: how far it is, what it cost, and its results as far as they are there. */
export function BatchPage({ id }: { id: string }) {
  const [over, setOver] = useState(false)
  const load = async (signal: AbortSignal) => {
    const batch = await api.call(market.getBatch, { params: { batch_id: id } }, { signal })
    setOver(isOver(batch))
    return batch
  }
  const live = useLive(load, [id], { every_ms: over ? undefined : EVERY_MS })
  return (
    <Page
      title={id}
      back={{ href: '/app/batches', text: t.places.batches }}
      actions={live.data ? <Actions batch={live.data} live={live} /> : null}
    >
      <Loaded live={live} height={300}>
        {(batch) => <Whole batch={batch} />}
      </Loaded>
    </Page>
  )
}

function Whole({ batch }: { batch: Batch }) {
  const { lines, completed, failed, running, waiting, waiting_for } = batch
  const ended = completed + failed
  return (
    <>
      <Panel title={batch.name} actions={<BatchState state={batch.state} />}>
        <div class="stack tight">
          <progress class="progress" aria-label={t.batches.progress} value={ended} max={Math.max(1, lines)} />
          <p class="soft" role="status">
            {fill(t.batches.doneOf, { n: whole(ended), prompts: counted(lines, t.count.prompts) })}
          </p>
          {waiting_for ? <p class="note">{waiting_for}</p> : null}
          {isOver(batch) ? null : <p class="field-hint">{t.batches.leave}</p>}
        </div>
      </Panel>
      <Figures
        figures={[
          { name: t.jobStates.completed, value: whole(completed) },
          { name: t.jobStates.failed, value: whole(failed), note: failed > 0 ? t.batches.failedWhy : undefined },
          { name: t.batches.underWay, value: whole(running), note: fill(t.batches.waiting, { n: whole(waiting) }) },
          { name: t.usage.spent, value: <Money nano={batch.credits_used} />, tone: 'accent' },
        ]}
      />
      <Panel title={t.batches.about}>
        <Facts
          facts={[
            [
              t.columns.model,
              <a key="model" href={`/app/models/${encodeURIComponent(batch.model)}`}>
                {batch.model}
              </a>,
            ],
            [t.columns.made, <Moment key="made" at={batch.created_at} />],
            batch.finished_at ? [t.job.ended, <Ago key="ended" at={batch.finished_at} />] : null,
          ]}
        />
      </Panel>
    </>
  )
}

function Actions({ batch, live }: { batch: Batch; live: Live<Batch> }) {
  const [asking, setAsking] = useState(false)
  const { batch_id } = batch
  const cancel = async () => {
    await api.call(market.cancelBatch, { params: { batch_id } })
    toast(t.batches.cancelled)
    await live.reload()
  }
  const results = (format: 'jsonl' | 'csv', text: string) => (
    <a class="button" href={`/batches/${batch_id}/results?format=${format}`} download={`${batch_id}.${format}`}>
      {text}
    </a>
  )
  return (
    <>
      {results('csv', t.batches.csv)}
      {results('jsonl', t.batches.jsonl)}
      {isOver(batch) ? null : (
        <Button kind="bad" onClick={() => setAsking(true)}>
          {t.batches.cancel}
        </Button>
      )}
      <Confirm
        title={t.batches.cancelTitle}
        open={asking}
        onClose={() => setAsking(false)}
        text={t.batches.cancelText}
        act={t.batches.cancel}
        onAct={cancel}
      />
    </>
  )
}
