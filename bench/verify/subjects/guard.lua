-- A guard as one would write it for nginx: HMAC-SHA-256 of the key compared in constant time with the stored
-- digest, and a token bucket in a shared dictionary.
local ffi = require 'ffi'
ffi.cdef [[
  const void *EVP_sha256(void);
  unsigned char *HMAC(const void *md, const void *key, int key_len, const unsigned char *d, size_t n,
                      unsigned char *out, unsigned int *out_len);
  int CRYPTO_memcmp(const void *a, const void *b, size_t len);
]]
local sha256 = ffi.C.EVP_sha256()
local digest = ffi.new('unsigned char[32]')
local length = ffi.new('unsigned int[1]')
local buckets = ngx.shared.buckets

local RATE, BURST = 1e7, 1e8

local guard = {}

local function refuse(status, body)
  ngx.status = status
  ngx.print(body)
  return ngx.exit(status)
end

function guard.check(keys, pepper)
  local key = ngx.var.http_x_api_key
  local id = key and string.match(key, '^svc%a%a_(%w+)_')
  local stored = id and keys[id]
  if not stored then return refuse(401, 'no such key') end
  ffi.C.HMAC(sha256, pepper, #pepper, key, #key, digest, length)
  if ffi.C.CRYPTO_memcmp(digest, stored, 32) ~= 0 then return refuse(401, 'no such key') end

  local now = ngx.now()
  local tokens = buckets:get('tokens') or BURST
  local at = buckets:get('at') or now
  tokens = math.min(BURST, tokens + (now - at) * RATE)
  if tokens < 1 then return refuse(429, 'too many requests') end
  buckets:set('tokens', tokens - 1)
  buckets:set('at', now)
  ngx.header['RateLimit-Policy'] = '"standard";q=600000000;w=60'
  ngx.header['RateLimit'] = '"standard";r=' .. math.floor(tokens - 1) .. ';t=0'
end

return guard
