import { now } from '../../clock.ts'
import { save } from '../../parts/save.ts'
import { exchanges } from './chat.ts'
import { settings } from './settings.ts'

/** Gives the chat as a file: questions, answers, their models and jobs. */
export function download(): void {
  const chat = exchanges.value.map(({ asked, answers }) => {
    const said = answers.map(({ model, job_id, text, reasoning, calls }) => {
      return { model, job_id, text, ...(reasoning ? { reasoning } : {}), ...(calls.length > 0 ? { calls } : {}) }
    })
    return { ...asked, answers: said }
  })
  const { system, temperature } = settings.value
  const whole = { made_at: new Date(now()).toISOString(), system, temperature, chat }
  save('chat.json', 'application/json', JSON.stringify(whole, null, 2))
}
