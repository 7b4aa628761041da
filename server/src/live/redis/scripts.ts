import { LINE_SCRIPTS } from './line-scripts.ts'
import { WARM_SCRIPTS } from './warm-scripts.ts'

/** A replica counts as away after so long without a pulse of any server: that time does not age leases. */
const GAP_MS = 10_000

/** What a piece takes beside its text, about. */
const PIECE_BYTES = 40

// One Redis holds all keys; each script gets their common beginning as its one key.
//   s:JOB   what is known of an attempt    p:JOB   its pieces       all     the jobs with one
//   h:HOST  the jobs of a host             held    bytes by host    total   bytes of all
//   signs   when each host gave a sign     pulse   the clock        b:NAME  a bucket of tokens
//
// The clock is Redis' own, and moves on only while some server gives it a pulse: neither an outage of Redis nor one of
// all servers makes a host silent, and clocks of different machines are never compared.
const COMMON = `
local P = KEYS[1]
local function wall()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end
local function now()
  local ms = wall()
  local p = redis.call('HMGET', P .. 'pulse', 'at', 'base')
  if not p[1] then
    redis.call('HSET', P .. 'pulse', 'at', ms, 'base', 0)
    return 0
  end
  return tonumber(p[2]) + math.max(0, math.min(ms - tonumber(p[1]), ${GAP_MS}))
end
local function attempt_of(job)
  return redis.call('HGET', P .. 's:' .. job, 'attempt')
end
local function fields_of(job)
  return redis.call('HMGET', P .. 's:' .. job,
    'head', 'resumed', 'begun', 'named', 'advanced', 'len', 'bytes', 'seen', 'withheld', 'first')
end
local function drop(job)
  local known = redis.call('HMGET', P .. 's:' .. job, 'host', 'held')
  if not known[1] then return end
  redis.call('DEL', P .. 's:' .. job, P .. 'p:' .. job)
  redis.call('SREM', P .. 'all', job)
  redis.call('SREM', P .. 'h:' .. known[1], job)
  redis.call('HINCRBY', P .. 'held', known[1], 0 - known[2])
  redis.call('DECRBY', P .. 'total', known[2])
  if redis.call('EXISTS', P .. 'h:' .. known[1]) == 0 then redis.call('HDEL', P .. 'held', known[1]) end
end
`

/** Adds the pieces that stand in ARGV from one on. */
const GROW = `
local function grow(job, host, from)
  local s, added, bytes, new = P .. 's:' .. job, 0, 0, {}
  for n = from, #ARGV do
    redis.call('RPUSH', P .. 'p:' .. job, ARGV[n])
    added = added + 1
    new[added] = ARGV[n]
    bytes = bytes + #ARGV[n]
  end
  local held = bytes + added * ${PIECE_BYTES}
  if added > 0 then
    redis.call('HINCRBY', s, 'len', added)
    redis.call('HINCRBY', s, 'bytes', bytes)
    redis.call('HINCRBY', s, 'held', held)
    redis.call('INCRBY', P .. 'total', held)
    redis.call('HINCRBY', P .. 'held', host, held)
  end
  return added, bytes, new
end
`

/** Each runs whole, with nothing in between: whoever wins a race between servers has won it for all of them. */
export const SCRIPTS = {
  ...LINE_SCRIPTS,
  ...WARM_SCRIPTS,
  pulse: `
local at = now()
redis.call('HSET', P .. 'pulse', 'at', wall(), 'base', at)
return at`,

  // ARGV: job, attempt, host, instance, resumed, head, piece of earlier attempts ...
  open: `
local job, attempt = ARGV[1], tonumber(ARGV[2])
local s = P .. 's:' .. job
local was = redis.call('HMGET', s, 'attempt', 'resumed', 'len')
if was[1] and tonumber(was[1]) > attempt then return 0 end
if was[1] and tonumber(was[1]) == attempt then
  -- The claim itself knows that nobody was sent anything, where whoever found it running could not.
  local fresh = ARGV[5] == '0' and #ARGV == 6
  if fresh and was[2] == '1' and was[3] == '0' then redis.call('HSET', s, 'resumed', 0, 'seen', 0) end
  return 0
end
drop(job)
local at = now()
redis.call('HSET', s, 'attempt', attempt, 'host', ARGV[3], 'instance', ARGV[4], 'resumed', ARGV[5], 'head', ARGV[6],
  'begun', at, 'named', at, 'advanced', at, 'len', 0, 'bytes', 0, 'held', 0, 'seen', ARGV[5], 'withheld', '')
if #ARGV > 6 then
  redis.call('HSET', s, 'seen', 1)
  grow(job, ARGV[3], 7)
end
redis.call('SADD', P .. 'all', job)
redis.call('SADD', P .. 'h:' .. ARGV[3], job)
return 1`,

  // ARGV: job, attempt ('' for any), offset of the first piece to read (-1: none)
  look: `
local attempt = attempt_of(ARGV[1])
if not attempt or (ARGV[2] ~= '' and attempt ~= ARGV[2]) then return false end
local pieces = {}
if ARGV[3] ~= '-1' then pieces = redis.call('LRANGE', P .. 'p:' .. ARGV[1], ARGV[3], -1) end
return { now(), fields_of(ARGV[1]), pieces }`,

  all: `
local found = {}
for _, job in ipairs(redis.call('SMEMBERS', P .. 'all')) do found[#found + 1] = fields_of(job) end
return { now(), found }`,

  // ARGV: host
  ofHost: `
local found = {}
for _, job in ipairs(redis.call('SMEMBERS', P .. 'h:' .. ARGV[1])) do found[#found + 1] = fields_of(job) end
return { now(), found }`,

  // ARGV: job, attempt, offset, working, piece ...
  append: `
local job = ARGV[1]
if attempt_of(job) ~= ARGV[2] then return false end
local s = P .. 's:' .. job
local known = redis.call('HMGET', s, 'len', 'host', 'withheld', 'first')
local len, offset, at = tonumber(known[1]), tonumber(ARGV[3]), now()
local added, bytes, new = 0, 0, {}
-- What is being taken back takes nothing more: what was read of it is all there is.
if offset <= len and known[3] == '' then added, bytes, new = grow(job, known[2], 5 + len - offset) end
redis.call('HSET', s, 'named', at)
if ARGV[4] == '1' or bytes > 0 then redis.call('HSET', s, 'advanced', at) end
-- To who reads it, at whatever server.
if added > 0 then
  if not known[4] then redis.call('HSET', s, 'first', wall()) end
  redis.call('PUBLISH', P .. 'bus:job/' .. job, '+' .. ARGV[2] .. ' ' .. len .. ' ' .. cjson.encode(new))
end
local host_bytes = tonumber(redis.call('HGET', P .. 'held', known[2]) or 0)
return { at, fields_of(job), added, host_bytes, tonumber(redis.call('GET', P .. 'total') or 0) }`,

  // ARGV: host, instance ('' for any), job ...
  name: `
local at = now()
for n = 3, #ARGV do
  local s = P .. 's:' .. ARGV[n]
  local known = redis.call('HMGET', s, 'host', 'instance')
  local same = ARGV[2] == '' or known[2] == '' or known[2] == ARGV[2]
  if known[1] == ARGV[1] and same then redis.call('HSET', s, 'named', at) end
end
return at`,

  // ARGV: job, attempt
  see: `
if attempt_of(ARGV[1]) ~= ARGV[2] then return 0 end
local s = P .. 's:' .. ARGV[1]
if redis.call('HGET', s, 'withheld') ~= '' then return 0 end
redis.call('HSET', s, 'seen', 1)
return 1`,

  // ARGV: job, attempt, untouched, offset of the first piece to read, whole
  takeBack: `
if attempt_of(ARGV[1]) ~= ARGV[2] then return { 0, {} } end
local s = P .. 's:' .. ARGV[1]
local pieces = redis.call('LRANGE', P .. 'p:' .. ARGV[1], ARGV[4], -1)
local known = redis.call('HMGET', s, 'seen', 'resumed', 'len')
local untouched = ARGV[3] == '1' and known[2] == '1' and known[3] == '0'
local unseen = known[1] ~= '1' or untouched
if unseen or ARGV[5] == '1' then redis.call('HSET', s, 'withheld', now()) end
return { unseen and 1 or 0, pieces }`,

  // ARGV: job, attempt
  goOn: `
if attempt_of(ARGV[1]) == ARGV[2] then redis.call('HSET', P .. 's:' .. ARGV[1], 'withheld', '') end
return 1`,

  // ARGV: job, attempt
  close: `
if attempt_of(ARGV[1]) == ARGV[2] then drop(ARGV[1]) end
return 1`,

  // ARGV: host, bytes
  crowded: `
if tonumber(redis.call('GET', P .. 'total') or 0) <= tonumber(ARGV[2]) then return 0 end
local own = tonumber(redis.call('HGET', P .. 'held', ARGV[1]) or 0)
for _, held in ipairs(redis.call('HVALS', P .. 'held')) do
  if tonumber(held) > own then return 0 end
end
return 1`,

  // ARGV: host
  largest: `
local most, found = -1, false
for _, job in ipairs(redis.call('SMEMBERS', P .. 'h:' .. ARGV[1])) do
  local held = tonumber(redis.call('HGET', P .. 's:' .. job, 'held'))
  if held > most then most, found = held, job end
end
return found`,

  // ARGV: host
  count: `return redis.call('SCARD', P .. 'h:' .. ARGV[1])`,

  // ARGV: host
  sign: `redis.call('HSET', P .. 'signs', ARGV[1], now()) return 1`,
  forget: `redis.call('HDEL', P .. 'signs', ARGV[1]) return 1`,
  silent: `return now() - tonumber(redis.call('HGET', P .. 'signs', ARGV[1]) or 0)`,

  // ARGV: what, said
  agree: `
redis.call('HSETNX', P .. 'agreed', ARGV[1], ARGV[2])
return redis.call('HGET', P .. 'agreed', ARGV[1])`,

  // ARGV: name, tokens a second, burst. Answers the ms until there is a token, 0 where one was taken.
  take: `
local key, pace, burst, ms = P .. 'b:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), wall()
local was = redis.call('HMGET', key, 'tokens', 'at')
local tokens = burst
if was[1] then tokens = math.min(burst, was[1] + math.max(0, ms - was[2]) / 1000 * pace) end
if tokens < 1 then return math.ceil((1 - tokens) / pace * 1000) end
redis.call('HSET', key, 'tokens', tokens - 1, 'at', ms)
redis.call('PEXPIRE', key, math.ceil(burst / pace * 1000) + 1000)
return 0`,
} as const

export const sourceOf = (script: keyof typeof SCRIPTS) =>
  `${COMMON}${script === 'open' || script === 'append' ? GROW : ''}${SCRIPTS[script]}`
