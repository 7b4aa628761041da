import { WARM_MS } from '../warm-chains.ts'

//   c:HASH   the hosts that have read the beginning of a prompt, each by when (wall ms)
export const WARM_SCRIPTS = {
  // ARGV: host, hash ...
  read: `
local at = wall()
for n = 2, #ARGV do
  local key = P .. 'c:' .. ARGV[n]
  redis.call('ZADD', key, at, ARGV[1])
  redis.call('PEXPIRE', key, ${WARM_MS})
end
return 1`,

  // ARGV: hash ... Answers the hosts of the first that has any.
  readers: `
local since = wall() - ${WARM_MS}
for n = 1, #ARGV do
  local hosts = redis.call('ZRANGEBYSCORE', P .. 'c:' .. ARGV[n], '(' .. since, '+inf')
  if #hosts > 0 then return hosts end
end
return {}`,
} as const
