/** Answers of the marketplace, in wire form. */
export const AT = '2026-11-20T12:00:00.000Z'
export const JOB_ID = 'job_01k9zq4v7m3x8e2r5t6y7u8w9a'
export const TOKEN = 'mkt_u_secret'

export const me = { user_id: 'usr_1', username: 'ada', credits: 99.000000001, total_jobs: 3, created_at: AT }
export const newUser = { user_id: 'usr_1', username: 'ada', email: 'ada@example.org', credits: 100, created_at: AT }
export const createdToken = {
  token_id: 'tok_1',
  name: 'mkt cli on here',
  token: TOKEN,
  created_at: AT,
  expires_at: null,
}
export const submitted = { job_id: JOB_ID, status: 'queued', model: 'tiny', credits_reserved: 0.000128, created_at: AT }

export const completed = {
  job_id: JOB_ID,
  model: 'tiny',
  status: 'completed',
  created_at: AT,
  input_text: 'Say hi',
  max_tokens: 128,
  temperature: 0.7,
  output_text: 'hi there',
  tokens_generated: 2,
  credits_reserved: 0,
  credits_used: 0.000000001,
  host_id: 'host_1',
  attempts: 1,
  continues: false,
  finish_reason: 'stop',
  error: null,
  error_message: null,
  queue_position: null,
  waiting_for: null,
  waiting_until: null,
  started_at: AT,
  finished_at: '2026-11-20T12:00:01.500Z',
  routing: null,
}
export const running = { ...completed, status: 'running', output_text: null, finish_reason: null, finished_at: null }
export const failed = {
  ...completed,
  status: 'failed',
  output_text: 'hi ',
  error: 'host_lost',
  finish_reason: null,
  credits_used: 0,
}

export const models = {
  models: [
    { name: 'tiny', available_hosts: 2, min_price_per_token: 0.000001, max_tokens: 4096 },
    { name: 'a-larger-one', available_hosts: 12, min_price_per_token: 0.02, max_tokens: 128000 },
  ],
}

export const ownedHost = {
  host_id: 'host_1',
  gpu: 'H100',
  status: 'active',
  price_per_token: 0.000002,
  paused: false,
  balance: 2.5,
  total_jobs_completed: 7,
  last_heartbeat: AT,
}

export const withdrawal = {
  withdrawal_id: 'wdr_1',
  host_id: 'host_1',
  amount: 1.5,
  destination: 'my account',
  status: 'paid',
  reference: 'transfer 8861',
  created_at: AT,
  resolved_at: AT,
}
