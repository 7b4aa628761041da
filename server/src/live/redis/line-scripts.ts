/** A server that gave no beat for so long is paused or cut off: it is passed over, and its places stay. */
const ALIVE_MS = 3000
/** How many places of a line one look reads at a time, and at most. */
const PAGE = 50
const MOST = 10_000

//   q:MODEL   the places in a line, all of one score: Redis sorts them by their text
//   models    of which there may be lines      servers   who is here      alive:SERVER   who gave a beat of late
//   to:SERVER (a channel) what is sent to a server
//
// A place is rank|server|poll|host|max_tokens|price|capabilities, the rank with ".i" and the price of a token that is
// read at its end. Scores are not used: prices have more digits than they keep.
export const LINE_SCRIPTS = {
  // ARGV: server. Answers 1 where Redis did not know it: its places are gone.
  beat: `
redis.call('SET', P .. 'alive:' .. ARGV[1], 1, 'PX', ${ALIVE_MS})
return redis.call('SADD', P .. 'servers', ARGV[1])`,

  // ARGV: model, place ...
  enter: `
for n = 1, #ARGV, 2 do
  redis.call('ZADD', P .. 'q:' .. ARGV[n], 0, ARGV[n + 1])
  redis.call('SADD', P .. 'models', ARGV[n])
end
return 1`,

  // ARGV: model, place ...
  leave: `
for n = 1, #ARGV, 2 do redis.call('ZREM', P .. 'q:' .. ARGV[n], ARGV[n + 1]) end
return 1`,

  // ARGV: own server, model, max_tokens, price cap (20 digits), needs, target, only, not (each '' for any), the cap of
  // the other price, warm hosts, message, polls (SERVER|POLL) and hosts that were tried ...
  hand: `
local own, max, cap, needs = ARGV[1], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local target, only, never, input_cap, warm = ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local line = P .. 'q:' .. ARGV[2]
local tried, gone, from, late = {}, {}, 0, false
for n = 12, #ARGV do tried[ARGV[n]] = true end
local function wasTried(server, poll, host) return tried[host] or tried[server .. '|' .. poll] end
local function fits(place, host, most, price, able)
  if (string.match(place, '^[^|]*%.i(%d+)|') or '') > input_cap then return false end
  if tonumber(most) < max or price > cap or bit.band(tonumber(able), needs) ~= needs then return false end
  if target ~= '' and host ~= target then return false end
  if only ~= '' and not string.find(only, ' ' .. host .. ' ', 1, true) then return false end
  return never == '' or not string.find(never, ' ' .. host .. ' ', 1, true)
end
local function listens(server)
  return redis.call('PUBSUB', 'NUMSUB', P .. 'to:' .. server)[2] > 0
end
-- Whether the poll was handed the job, is to stay where it is, or its server is gone.
local function hand(server, poll)
  if server == own then return 'handed' end
  if gone[server] then return 'gone' end
  if redis.call('EXISTS', P .. 'alive:' .. server) == 1 then
    if redis.call('PUBLISH', P .. 'to:' .. server, poll .. '|' .. ARGV[11]) > 0 then return 'handed' end
  elseif listens(server) then
    return 'paused'
  end
  gone[server] = true
  redis.call('SREM', P .. 'servers', server)
  return 'gone'
end
local function parts(place)
  return string.match(place, '|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)$')
end
-- The first warm one that is as sound as the best that fits, and at most a tenth dearer; the line is sorted by both.
local function warmest()
  local sound, most_price
  for at = 0, ${MOST} - 1, ${PAGE} do
    local places = redis.call('ZRANGE', line, at, at + ${PAGE - 1})
    for _, place in ipairs(places) do
      local server, poll, host, most, price, able = parts(place)
      if fits(place, host, most, price, able) and not wasTried(server, poll, host) then
        local class, asked = string.match(place, '^(%d%.%d)%.(%d+)')
        if not sound then sound, most_price = class, tonumber(asked or 0) * 1.1 end
        if class ~= sound or tonumber(asked or 0) > most_price then return nil end
        if string.find(warm, ' ' .. host .. ' ', 1, true) then return place, server, poll, host end
      end
    end
    if #places < ${PAGE} then return nil end
  end
end
if warm ~= '' then
  local place, server, poll, host = warmest()
  if place and hand(server, poll) == 'handed' then
    redis.call('ZREM', line, place)
    return { server, poll, host }
  end
end
while from < ${MOST} do
  local places = redis.call('ZRANGE', line, from, from + ${PAGE - 1})
  local removed = 0
  for _, place in ipairs(places) do
    local server, poll, host, most, price, able = parts(place)
    if gone[server] or (fits(place, host, most, price, able) and not wasTried(server, poll, host)) then
      local outcome = hand(server, poll)
      if outcome == 'paused' then
        late = late or { place, server, poll, host }
      else
        redis.call('ZREM', line, place)
        removed = removed + 1
      end
      if outcome == 'handed' then return { server, poll, host } end
    end
  end
  if #places < ${PAGE} then break end
  from = from + #places - removed
end
-- Better one that may only be slow than nobody.
if not late or redis.call('PUBLISH', P .. 'to:' .. late[2], late[3] .. '|' .. ARGV[11]) == 0 then return false end
redis.call('ZREM', line, late[1])
return { late[2], late[3], late[4] }`,

  // The models in whose lines somebody stands.
  waited: `
local found = {}
for _, model in ipairs(redis.call('SMEMBERS', P .. 'models')) do
  if redis.call('EXISTS', P .. 'q:' .. model) == 1 then found[#found + 1] = model
  else redis.call('SREM', P .. 'models', model) end
end
return found`,
} as const
