import { now } from '../../clock.ts'
import { save } from '../../parts/save.ts'
import { exchanges } from './chat.ts'
import { settings } from './settings.ts'

/** Gives the chat as a file: questions, answers, their models and jobs. */
export function download(): void {
  const chat = exchanges.value.map(({ question, answers }) => {
    return { question, answers: answers.map(({ model, job_id, text }) => ({ model, job_id, text })) }
  })
  const { system, temperature } = settings.value
  const whole = { made_at: new Date(now()).toISOString(), system, temperature, chat }
  save('chat.json', 'application/json', JSON.stringify(whole, null, 2))
}
