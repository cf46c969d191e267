-- The generic cell rate algorithm. The value of the key is the time at which it has all its uses again.
-- KEYS: the count. ARGV: the time that the uses cost, the time that all uses cost; both in microseconds.
-- Returns the time to wait in microseconds, or zero.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local cost, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = tonumber(redis.call('GET', KEYS[1]) or now) or now
-- A text that is no number, or a time that is over.
if not (full_at > now) then
    full_at = now
end
-- A clock that was set back, or another writer, must not refuse for longer than the allowance does.
if full_at > now + burst then
    full_at = now + burst
    redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil(burst / 1000))
end
local after = full_at + cost
local early = after - burst
if early > now then
    return early - now
end
if after > now then
    redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil((after - now) / 1000))
end
return 0
