import { market as endpoints } from '@mkt/schemas'
import { expect } from 'vitest'
import { test } from './cli-test.ts'
import { eventStream, type FakeMarket, refusal, words } from './fake-market.ts'
import { completed, failed, JOB_ID, submitted } from './samples.ts'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const system = (content: string) => ({ role: 'system', content })
const CHAT = ['chat', '--model', 'tiny']
const TERMINAL = { terminal: true, columns: 120, env: { NO_COLOR: '1' } }
/** At the beginning of a line, as it is drawn: only then is a key the prompt's. */
const PROMPT = '\r\n\u001b[1G\u001b[0J> '

/** The answers of the jobs in their order; the last one stays. */
function answers(market: FakeMarket, ...texts: string[]): void {
  market.script(endpoints.runModel, { status: 202, body: submitted })
  market.script(endpoints.streamJob, ...texts.map((text) => eventStream(...words(text), 'done')))
  market.script(endpoints.getJob, { status: 200, body: completed })
}
const bodies = (market: FakeMarket) => market.to(endpoints.runModel).map(({ body }) => body)

test.concurrent('chat: each piped line is a turn that knows those before, with the answers alone on stdout', async ({
  market,
  cli,
}) => {
  answers(market, 'An apple.', 'Red.')
  const asked = [...CHAT, '--system', 'Be brief.', '--max-tokens', '50', '--temperature', '0']
  const ended = await cli.run(asked, { stdin: 'Name a fruit.\n\nIts colour?\n' })
  expect(ended).toEqual({ code: 0, stdout: 'An apple.\nRed.\n', stderr: '' })
  const options = { model: 'tiny', max_tokens: 50, temperature: 0 }
  const first = [system('Be brief.'), user('Name a fruit.')]
  expect(bodies(market)).toEqual([
    { ...options, messages: first },
    { ...options, messages: [...first, assistant('An apple.'), user('Its colour?')] },
  ])
  const keys = market.to(endpoints.runModel).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test.concurrent('chat: commands change the model and what it is told, forget, and end', async ({ market, cli }) => {
  answers(market, 'yes')
  const lines = ['one', '/system Be kind.', '/model big', 'two', '/clear', '/help', '//three', '/system', '/quit', 'x']
  const { code, stderr } = await cli.run(CHAT, { stdin: lines.join('\n') })
  expect(code).toBe(0)
  expect(bodies(market)).toEqual([
    { model: 'tiny', messages: [user('one')] },
    { model: 'big', messages: [system('Be kind.'), user('one'), assistant('yes'), user('two')] },
    { model: 'big', messages: [system('Be kind.'), user('/three')] },
  ])
  for (const name of ['/model NAME', '/system TEXT', '/clear', '/quit', 'Ctrl-C']) expect(stderr).toContain(name)
})

test.concurrent('chat: a command that is none sends nothing, and a path is no command', async ({ market, cli }) => {
  answers(market, 'yes')
  const ended = await cli.run(CHAT, { stdin: '/etc/passwd has what?\n/modle big\n' })
  expect(ended).toMatchObject({ code: 2, stdout: 'yes\n' })
  expect(ended.stderr).toContain('error: there is no command /modle\nNothing was sent.')
  expect(bodies(market)).toEqual([{ model: 'tiny', messages: [user('/etc/passwd has what?')] }])
})

test.concurrent('chat: an answer that is started again is kept once', async ({ market, cli }) => {
  answers(market, 'x')
  market.script(
    endpoints.streamJob,
    eventStream(...words('half of'), ...words('the whole', 2), 'done'),
    eventStream('done'),
  )
  expect(await cli.run(CHAT, { stdin: 'a\nb\n' })).toMatchObject({ code: 0 })
  expect(bodies(market).at(-1)).toMatchObject({ messages: [user('a'), assistant('the whole'), user('b')] })
})

test.concurrent('chat: without a terminal the first answer that fails ends it with 1', async ({ market, cli }) => {
  answers(market, 'x')
  market.script(endpoints.streamJob, eventStream({ error: 'host_lost' }))
  market.script(endpoints.getJob, { status: 200, body: failed })
  const ended = await cli.run(CHAT, { stdin: 'a\nb\n' })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toBe(
    `error: job ${JOB_ID} failed: its host went away while it ran (host_lost)\n` +
      'Nothing is charged. Submit it again.\n' +
      'The chat ends here: the lines after this one were not sent.\n',
  )
  expect(bodies(market)).toHaveLength(1)
})

test.concurrent('chat: a conversation above the limit of the server is not sent', async ({ market, cli }) => {
  answers(market, 'yes')
  const long = 'x'.repeat(200_000)
  const ended = await cli.run(CHAT, { stdin: `${long}\n${long}\n` })
  expect(ended).toMatchObject({ code: 2, stdout: 'yes\n' })
  expect(ended.stderr).toContain('longer than 262144 bytes\nNothing was sent. /clear begins a new one.')
  expect(bodies(market)).toHaveLength(1)
})

test.concurrent('chat: at a terminal it outlives a refusal, and Ctrl-D ends it with 0', async ({ market, cli }) => {
  answers(market, 'Hello there.')
  market.script(endpoints.runModel, refusal(404, 'model_not_found', 'no such model'), {
    status: 202,
    body: submitted,
  })
  const talk = cli.start(CHAT, TERMINAL)
  await talk.until(PROMPT)
  talk.type('lost\r')
  await talk.until(`the Up key brings the message back.${PROMPT}`)
  talk.type('\u001b[A\r')
  await talk.until(`2 tokens · 0.000000001 credits · 1.5 s${PROMPT}`)
  talk.type('\u0004')
  const { code, stdout } = await talk.ended
  expect(code).toBe(0)
  expect(stdout).toContain('Chat with tiny. /help lists')
  expect(stdout).toContain('error: no host offers a model "tiny"')
  expect(stdout).toContain('Hello there.\r\n')
  expect(bodies(market)).toEqual([0, 1].map(() => ({ model: 'tiny', messages: [user('lost')] })))
})

test.concurrent('chat: Ctrl-C stops the answer and keeps what came of it; at the prompt it says how to end', async ({
  market,
  cli,
}) => {
  answers(market, 'x')
  market.script(endpoints.streamJob, eventStream(...words('so far'), 'hold'), eventStream(...words('Right.'), 'done'))
  const cancelled = { ...failed, error: 'cancelled', output_text: 'so far' }
  market.script(endpoints.cancelJob, { status: 200, body: cancelled })
  const talk = cli.start(CHAT, TERMINAL)
  await talk.until(PROMPT)
  talk.type('count\r')
  await talk.until('so far')
  talk.type('\u0003')
  await talk.until(`stopped: 2 tokens · 0 credits · 1.5 s${PROMPT}`)
  expect(market.to(endpoints.cancelJob)[0]?.params.job_id).toBe(JOB_ID)
  talk.type('go on\r')
  await talk.until(`Right.\r\n2 tokens · 0.000000001 credits · 1.5 s${PROMPT}`)
  talk.type('half a line\u0003')
  await talk.until(`Ctrl-D or /quit ends the chat.${PROMPT}`)
  talk.type('/quit\r')
  expect(await talk.ended).toMatchObject({ code: 0 })
  expect(bodies(market).at(-1)).toMatchObject({ messages: [user('count'), assistant('so far'), user('go on')] })
  expect(bodies(market)).toHaveLength(2)
})

test.concurrent('chat: Ctrl-C without a terminal cancels the job and ends the chat with 130', async ({
  market,
  cli,
}) => {
  answers(market, 'x')
  market.script(endpoints.streamJob, eventStream(...words('so far'), 'hold'))
  market.script(endpoints.cancelJob, refusal(500, 'internal_error', 'something broke'))
  const talk = cli.start(CHAT, { stdin: 'count\nmore\n' })
  await talk.until('so far')
  talk.process.kill('SIGINT')
  const { code, stdout, stderr } = await talk.ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: 'so far\n' })
  expect(stderr).toContain(`could not be stopped and may go on. Cancel it: mkt cancel ${JOB_ID}`)
  expect(market.to(endpoints.cancelJob).length).toBeGreaterThan(0)
  expect(bodies(market)).toHaveLength(1)
})
