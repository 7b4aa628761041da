import { useEffect, useRef } from 'preact/hooks'
import { Chip } from '../../parts/chip.tsx'
import { t } from '../../texts/texts.ts'
import { AnswerText } from './answer-text.tsx'
import { type Answer, type Exchange, exchanges } from './chat.ts'
import { CostLine } from './cost-line.tsx'

/** As near to the end, in pixels, as somebody is who reads along. */
const NEAR_PX = 80

/** What was said, which follows the end while one reads there. */
export function Transcript() {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const all = exchanges.value
  useEffect(() => {
    const { current } = box
    if (current && atEnd.current) current.scrollTop = current.scrollHeight
  }, [all])
  const onScroll = () => {
    const { current } = box
    if (current) atEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section class="transcript" ref={box} onScroll={onScroll} tabIndex={0} aria-label={t.playground.transcript}>
      {all.length === 0 ? <p class="soft begin">{t.playground.begin}</p> : null}
      {all.map((exchange, index) => (
        <One key={index} exchange={exchange} />
      ))}
    </section>
  )
}

function One({ exchange: { question, answers } }: { exchange: Exchange }) {
  return (
    <article class="exchange">
      <p class="question">{question}</p>
      <div class={answers.length > 1 ? 'answers two' : 'answers'}>
        {answers.map((answer, lane) => (
          <AnswerView key={lane} answer={answer} named={answers.length > 1} />
        ))}
      </div>
    </article>
  )
}

function AnswerView({ answer, named }: { answer: Answer; named: boolean }) {
  const { text, broken, fault, job, model } = answer
  const open = job === undefined && fault === undefined
  return (
    <section class="answer" aria-label={model} aria-busy={open}>
      {named ? <h2>{model}</h2> : null}
      {text ? <AnswerText text={text} /> : null}
      {open && !text ? <Chip tone="busy">{t.playground.waiting}</Chip> : null}
      {broken ? (
        <p class="stale" role="status">
          {t.job.broken}
        </p>
      ) : null}
      {fault ? (
        <p class="field-error" role="alert">
          {fault}
        </p>
      ) : null}
      {job ? <CostLine job={job} /> : null}
    </section>
  )
}
