/**
 * The bucket operations as one atomic step on a Valkey or Redis server, by its own clock. A hash has the buckets of one
 * tier of an organization: `t` for the tier, `s:<key>` for shares, `f:<key>` for failures. Each is four packed doubles:
 * tokens, time in milliseconds, refill per minute, and burst. `e` is when the hash expires. A missing bucket is full.
 * The rules are those of refill.ts, held.ts and memory-store.ts; one suite of cases tests both.
 *
 * KEYS: the hash. ARGV: the operation, the time ('' for the server's), the tier's limit, the key ('' for none), the
 * limit of its share ('' without one) and of its failures, '1' if a take spares failures, and the units and the failures
 * of a charge, which may be negative. Returns the bucket that refused, or '', and the tokens of tier, share and failures ('' for
 * none).
 */
export const bucketScript = `
local operation, key = ARGV[1], KEYS[1]
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end

local id = ARGV[5]
local shareField = id ~= '' and ARGV[6] ~= '' and 's:' .. id
local failuresField = id ~= '' and 'f:' .. id
local held = redis.call('HMGET', key, 't', 'e', failuresField or 'f:', shareField or 's:')

local function packed(one) return struct.pack('dddd', one.n, one.a, one.p, one.b) end

-- By field.
local changed = {}
local function change(one) changed[one.field] = one end

local function read(field, kept, perMinute, burst)
  if not kept then return { field = field, n = burst, a = now, p = perMinute, b = burst } end
  local n, a, p, b = struct.unpack('dddd', kept)
  if now > a then n = n + (now - a) * p / 60000 end
  local one = { field = field, n = math.min(n, b, burst), a = now, p = perMinute, b = burst }
  -- Written even if the bucket refuses: it refills from now if the clock was set back, and at a new limit's rate.
  if now < a or operation ~= 'look' and (p ~= perMinute or b ~= burst) then change(one) end
  return one
end

local perMinute, burst = tonumber(ARGV[3]), tonumber(ARGV[4])
local tier = read('t', held[1], perMinute, burst)
local share = shareField and read(shareField, held[4], tonumber(ARGV[6]), tonumber(ARGV[7]))
local failures = failuresField and read(failuresField, held[3], tonumber(ARGV[8]), tonumber(ARGV[9]))

local function empty(one) return math.floor(one.n + 1e-9) < 1 end
local function written(one) return one and string.format('%.17g', one.n) or '' end

local refused = ''
if operation == 'take' then
  if failures and empty(failures) and ARGV[10] ~= '1' then refused = 'failures'
  elseif empty(tier) then refused = 'tier'
  elseif share and empty(share) then refused = 'share'
  else
    tier.n = tier.n - 1
    change(tier)
    if share then
      share.n = share.n - 1
      change(share)
    end
    -- What is full again is forgotten, so that keys which are gone leave little behind.
    if held[3] and failures and failures.n >= failures.b then
      redis.call('HDEL', key, failuresField)
      changed[failuresField] = nil
    end
  end
elseif operation == 'back' then
  tier.n = math.min(tier.b, tier.n + 1)
  change(tier)
  if share then
    share.n = math.min(share.b, share.n + 1)
    change(share)
  end
  if failures then
    failures.n = failures.n - 1
    change(failures)
  end
elseif operation == 'charge' then
  local function charge(one, units)
    one.n = math.min(one.b, one.n - units)
    change(one)
  end
  charge(tier, tonumber(ARGV[11]))
  if share then charge(share, tonumber(ARGV[11])) end
  if failures and ARGV[12] ~= '0' then charge(failures, tonumber(ARGV[12])) end
end

local fields = {}
for field, one in pairs(changed) do
  fields[#fields + 1] = field
  fields[#fields + 1] = packed(one)
end
if #fields > 0 then redis.call('HSET', key, unpack(fields)) end

-- It may go when all is full again. Set ahead, so that a busy bucket does this seldom.
local full = 0
for _, one in pairs(changed) do full = math.max(full, (one.b - one.n) * 60000 / one.p) end
if full > 0 and now + full > (tonumber(held[2]) or 0) then
  local ttl = math.ceil(full * 1.5) + 1000
  redis.call('HSET', key, 'e', now + ttl)
  redis.call('PEXPIRE', key, ttl)
end
return { refused, written(tier), written(share), written(failures) }
`
