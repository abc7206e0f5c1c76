/**
 * The bucket operations as one step of a Valkey or Redis server, by its own clock. A hash holds the buckets of one
 * tier of an organization: `t` the tier's, `f` failures, `s:<key>` shares; each as what it held (n) and when (a, in
 * milliseconds), by which figures (p a minute, b at most). What is not there is full. The rules are those of
 * refill.ts, held.ts and memory-store.ts; one case suite runs over both.
 *
 * KEYS: the hash. ARGV: the operation, the time ('' for the server's own), the tier's figures, the share's key
 * ('' for none) and figures, and the units of a charge, which may be negative.
 */
export const bucketScript = `
local operation, key = ARGV[1], KEYS[1]
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end

local function read(name, perMinute, burst)
  local held = redis.call('HMGET', key, name .. 'n', name .. 'a', name .. 'p', name .. 'b')
  if not held[1] then return { name = name, n = burst, a = now, p = perMinute, b = burst } end
  local n, a, p, b = tonumber(held[1]), tonumber(held[2]), tonumber(held[3]), tonumber(held[4])
  if now > a then
    n = n + (now - a) * p / 60000
    a = now
  end
  return { name = name, n = math.min(n, b, burst), a = a, p = perMinute, b = burst }
end

local longest = 0
local function write(held)
  local name = held.name
  redis.call('HSET', key, name .. 'n', string.format('%.17g', held.n), name .. 'a', string.format('%.17g', held.a),
    name .. 'p', held.p, name .. 'b', held.b)
  longest = math.max(longest, (held.b - held.n) * 60000 / held.p)
end

local perMinute, burst = tonumber(ARGV[3]), tonumber(ARGV[4])
local tier = read('t', perMinute, burst)
local failures = read('f', perMinute, burst)
local share = ARGV[5] ~= '' and read('s:' .. ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7]))

local function empty(held) return math.floor(held.n + 1e-9) < 1 end
local refused = ''
if operation == 'take' then
  if empty(failures) then refused = 'failures'
  elseif empty(tier) then refused = 'tier'
  elseif share and empty(share) then refused = 'share'
  else
    tier.n = tier.n - 1
    write(tier)
    if share then
      share.n = share.n - 1
      write(share)
    end
  end
elseif operation == 'back' then
  tier.n = math.min(tier.b, tier.n + 1)
  failures.n = failures.n - 1
  write(tier)
  write(failures)
  if share then
    share.n = math.min(share.b, share.n + 1)
    write(share)
  end
elseif operation == 'charge' then
  tier.n = math.min(tier.b, tier.n - tonumber(ARGV[8]))
  write(tier)
end

if longest > 0 then
  local ttl = math.ceil(longest) + 1000
  if redis.call('PTTL', key) < ttl then redis.call('PEXPIRE', key, ttl) end
end
local function told(held) return held and string.format('%.17g', held.n) or '' end
return { refused, told(tier), told(failures), told(share) }
`
